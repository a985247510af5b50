/** A line of the log for somebody who looks at a terminal: `20:01:39 The worker is ready address=http://…`. *Pure.* */

type Logged = { level: number; time: number; msg?: string; err?: { stack?: string; message?: string } }

/** What every line has, and nobody at this terminal asks for. */
const hidden = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname'])
const warn = 40
const error = 50

/** @param line  as pino writes it; what is not JSON stays as it is */
export function readableLine(line: string): string {
  const logged = read(line)
  if (!logged) return line
  const { level, time, msg = '', err } = logged
  const facts = Object.entries(logged)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const sign = level >= error ? ['ERROR'] : level >= warn ? ['WARNING'] : []
  const stack = err ? `\n${err.stack ?? err.message ?? ''}` : ''
  return `${[clockOf(time), ...sign, msg, ...facts].filter((part) => part !== '').join(' ')}${stack}\n`
}

function read(line: string): Logged | null {
  try {
    const logged = JSON.parse(line)
    return typeof logged?.time === 'number' ? logged : null
  } catch {
    return null
  }
}

/** In the zone of the machine, as its person reads the clock. */
const clockOf = (time: number) => new Date(time).toTimeString().slice(0, '20:01:39'.length)
