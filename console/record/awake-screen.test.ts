/** The screen stays on while it is needed, whatever the browser does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { AwakeScreen } from './awake-screen.ts'

function openScreen(isAllowed = () => true) {
  const log: string[] = []
  const releases: (() => void)[] = []
  const screen = new AwakeScreen(async () => {
    log.push('asked')
    if (!isAllowed()) throw new Error('The battery is low')
    return {
      release: async () => void log.push('released'),
      addEventListener: (_: 'release', listener: () => void) => void releases.push(listener),
    }
  })
  const keep = async (isNeeded: boolean) => {
    screen.keep(isNeeded)
    await setImmediate()
  }
  return { log, releases, keep }
}

test('it is asked for once, and given back', async () => {
  const { log, keep } = openScreen()
  for (const isNeeded of [false, true, true, false, false]) await keep(isNeeded)
  assert.deepEqual(log, ['asked', 'released'])
})

test('after the page was hidden it is asked for again', async () => {
  const { log, keep } = openScreen()
  for (const isNeeded of [true, false, true]) await keep(isNeeded)
  assert.deepEqual(log, ['asked', 'released', 'asked'])
})

test('what the browser has released by itself is asked for again, and so is what it refused', async () => {
  let isAllowed = true
  const { log, releases, keep } = openScreen(() => isAllowed)
  await keep(true)
  releases[0]!()
  isAllowed = false
  await keep(true)
  isAllowed = true
  await keep(true)
  await keep(true)
  assert.deepEqual(log, ['asked', 'asked', 'asked'])
})
