import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { registerAtBigBlueButton, registerAtVexa } from './commands.ts'

/** What curl is given, when a shell runs the command. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' }).split('\n')

test('an address is one word of the command, whatever somebody wrote', () => {
  for (const base of ['https://a.test/b', "https://a.test/$(id)`id`$HOME'\\''&id;id|id(*", "https://a.test/'id'"]) {
    const hook = `https://acme.test/recorders/x/rec_'1`
    const vexa = argumentsOf(registerAtVexa(base, hook))
    assert.equal(vexa[2], `${base}/user/webhook`)
    assert.equal(JSON.parse(vexa.at(-2)!).webhook_url, hook)
    const query = `callbackURL=${encodeURIComponent(hook)}&eventID=rap-publish-ended`
    const sum = createHash('sha256').update(`hooks/create${query}YOUR-SECRET`).digest('hex')
    const whole = `${base}/api/hooks/create?${query}&checksum=${sum}`
    for (const given of [base, `${base}/api`])
      assert.deepEqual(argumentsOf(registerAtBigBlueButton(given, hook)), [whole, ''])
  }
})
