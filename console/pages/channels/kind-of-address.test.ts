import assert from 'node:assert/strict'
import test from 'node:test'
import { isForeignTo, kindOfAddress } from './kind-of-address.ts'

const addresses = [
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  [' https://hooks.slack-gov.com/services/T0/B0/x ', 'slack'],
  ['https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x', 'teams'],
  ['https://default1.2.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1', 'teams'],
  ['https://chat.acme.test/hooks/abc', 'mattermost'],
  ['https://chat.acme.test/team/hooks/abc', 'mattermost'],
  ['https://hooks.slack.com.evil.test/services/T0', null],
  ['https://notlogic.azure.com/workflows/1', null],
  ['https://acme.test/in', null],
  ['chat.acme.test', null],
  ['', null],
] as const

test('the address of an incoming webhook tells its chat', () => {
  for (const [address, kind] of addresses) assert.equal(kindOfAddress(address), kind, address)
})

test('only Slack has addresses that are surely not its own', () => {
  assert.equal(isForeignTo('slack', 'https://chat.acme.test/hooks/abc'), true)
  assert.equal(isForeignTo('slack', 'https://hooks.slack.com/services/T0/B0/x'), false)
  assert.equal(isForeignTo('slack', 'https:'), false)
  assert.equal(isForeignTo('mattermost', 'https://acme.test/in'), false)
  assert.equal(isForeignTo(null, 'https://acme.test/in'), false)
})
