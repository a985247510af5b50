/** JSON that a person can read and a diff can show. *Pure.* */

const WIDTH = 120

/** One line for whatever holds no further list or object, or is short; so a turn of a transcript is a line. */
export function printJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const written = Object.entries(value).map(([key, each]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return name + printJson(each, `${indent} `)
  })
  const line = `${open}${written.join(', ')}${close}`
  const nests = Object.values(value).some((each) => typeof each === 'object' && each !== null)
  if (!nests || (line.length <= WIDTH && !line.includes('\n'))) return line
  return `${open}\n${written.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`
}
