/** Names a browser by its user agent. *Pure.* */

/** The first that fits: Edge says that it is Chrome, and Chrome that it is Safari. */
const browsers = [
  ...[['Edge', /Edg(e|A|iOS)?\//] as const, ['Opera', /OPR\//] as const, ['Firefox', /(Firefox|FxiOS)\//] as const],
  ...[['Chrome', /(Chrome|CriOS)\//] as const, ['Safari', /Safari\//] as const],
]
const systems = [
  ...[['iPhone', /iPhone/] as const, ['iPad', /iPad/] as const, ['Android', /Android/] as const],
  ...[['Windows', /Windows/] as const, ['macOS', /Mac OS X/] as const, ['Linux', /Linux/] as const],
]

/** @returns `Firefox, Linux`; the user agent itself if it is unknown, `''` if it is empty */
export function browserName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  const browser = nameIn(browsers)
  if (!browser) return userAgent
  const system = nameIn(systems)
  return system ? `${browser}, ${system}` : browser
}
