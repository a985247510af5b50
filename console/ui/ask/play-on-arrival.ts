/** The recap that plays when it opens, because its link was pressed as a citation. An address alone plays nothing. */
let wanted: string | null = null

export function playOnArrival(recordingId: string): void {
  wanted = recordingId
}

/** True once after the press. */
export function takeArrival(recordingId: string): boolean {
  const isWanted = wanted === recordingId
  wanted = null
  return isWanted
}
