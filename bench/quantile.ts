/** @param share  0.5 is the median, 1 the largest. @returns not a number without values. *Pure.* */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
