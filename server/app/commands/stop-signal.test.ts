// In a process of its own: it sends itself signals.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { StopSignal } from './stop-signal.ts'

const names = ['SIGTERM', 'SIGINT'] as const
const listeners = () => names.map((name) => process.listenerCount(name))

/** At a terminal, or without one, with a watch that the test sets. */
function surroundings(isTerminal: boolean) {
  const around = {
    now: 0,
    printed: '',
    ends: 0,
    isTerminal: () => isTerminal,
    print(line: string) {
      around.printed += line
    },
    milliseconds: () => around.now,
    exit() {
      around.ends++
    },
  }
  return around
}

/** Sends the signal after so many milliseconds of the watch. */
function sender(around: ReturnType<typeof surroundings>) {
  return async (name: NodeJS.Signals, afterMs: number) => {
    around.now += afterMs
    const taken = once(process, name)
    process.kill(process.pid, name)
    await taken
  }
}

test('any number of signals stops once, with the reason, and ends nothing', async () => {
  const around = surroundings(false)
  const send = sender(around)
  const stops: string[] = []
  const reason = new Error('Stopped')
  using stop = new StopSignal({ reason, onStop: (name) => stops.push(name) }, around)
  assert(!stop.signal.aborted)
  for (let round = 0; round < 5; round++) for (const name of names) await send(name, 1_000)
  assert.equal(stop.signal.reason, reason)
  assert.deepEqual([stops, around.printed, around.ends], [['SIGTERM'], '', 0])
})

test('at a terminal the third Ctrl+C ends the process; repeated signals and SIGTERM are no keystrokes', async () => {
  const around = surroundings(true)
  const send = sender(around)
  using _ = new StopSignal({}, around)
  for (const afterMs of [0, 3, 499, 499]) await send('SIGINT', afterMs)
  assert.equal(around.printed, '')
  await send('SIGINT', 500)
  assert.equal(around.printed, 'Still stopping. Press Ctrl+C again to end at once.\n')
  await send('SIGINT', 499)
  for (const afterMs of [500, 600]) await send('SIGTERM', afterMs)
  assert.equal(around.ends, 0)
  await send('SIGINT', 1)
  assert.equal(around.ends, 1)
})

test('no listener is left, however often a command runs', () => {
  const before = listeners()
  for (let round = 0; round < 20; round++) {
    using _ = new StopSignal()
    assert.notDeepEqual(listeners(), before)
  }
  assert.deepEqual(listeners(), before)
})
