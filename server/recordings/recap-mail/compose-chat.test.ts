/** Each chat's form: its limits, and texts of people that stay texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatServers, refusalOf } from '../../../test/support/chat-servers.ts'
import type { ChatKind } from '../../tables.ts'
import { chatBody, exampleOutline, mattermostMost, teamsMost } from './compose-chat.ts'
import type { Outline, OutlinePoint } from './outline.ts'

const chatKinds = Object.keys(chatServers) as ChatKind[]
const point = (text: string, names: string[] = []): OutlinePoint => ({ text, seconds: 83, names })
const recap = (title: string, text: string, points: OutlinePoint[] = []): Outline => ({
  title,
  at: new Date('2026-01-05T10:00:00Z'),
  url: 'https://minutebook.test/recap/r_1',
  sections: ['Summary', 'Decisions', 'Action items'].map((title) => ({ title, text, points, count: points.length })),
})

test('each server takes the example of its own document, and every recap', () => {
  // The signs that grow most when they are escaped, and those of two UTF-16 units.
  const texts = ['a', '&', '*', '@', '"', '\\', '字', '😀', '\u0001']
  for (const kind of chatKinds) {
    const { example } = chatServers[kind]
    assert.equal(refusalOf(kind, example), null, kind)
    assert.equal(refusalOf(kind, chatBody(kind, exampleOutline)), null, kind)
    for (const sign of texts) {
      const points = Array.from({ length: 10 }, () => point(sign.repeat(300), [sign.repeat(100)]))
      for (const length of [0, 1, 149, 150, 1_499, 1_500]) {
        const body = chatBody(kind, recap(sign.repeat(150), sign.repeat(length), points))
        assert.equal(refusalOf(kind, body), null, `${kind}: ${length} of ${sign}`)
      }
    }
  }
})

test('a text is whole up to the limit, and one more character cuts it', () => {
  const whole = { slack: 3_000, teams: teamsMost, mattermost: mattermostMost }
  const lengths = (kind: 'slack' | 'teams' | 'mattermost') => {
    const shown = (length: number) => JSON.stringify(chatBody(kind, { ...recap('T', ''), sections: [longest(length)] }))
    const longest = (length: number) => ({ title: 'S', text: 'x'.repeat(length), points: [], count: 0 })
    let most = 1
    for (let step = 32_768; step >= 1; step /= 2) if (!shown(most + step).includes('…')) most += step
    return { most, size: shown(most).length, cut: shown(most + 1) }
  }
  for (const kind of ['slack', 'teams', 'mattermost'] as const) {
    const { most, cut } = lengths(kind)
    assert.ok(most > (kind === 'teams' ? whole.teams / 2 : whole[kind]) * 0.8, `${kind} shows ${most}`)
    assert.match(cut, /x…/)
  }
})

test('the title of Slack has at most 150 characters', () => {
  const header = (title: string) =>
    (chatBody('slack', recap(title, '')) as { blocks: { text: { text: string } }[] }).blocks[0]!.text.text
  assert.equal(header('x'.repeat(149)).length, 149)
  assert.equal(header('x'.repeat(150)).length, 150)
  assert.match(header('x'.repeat(151)), /^x+…$/)
  assert.ok(header('😀'.repeat(150)).length <= 150)
})

const hostile =
  '@channel @here <!channel> <@U1> <https://evil.test|x> [x](https://evil.test) **b** *b* _i_ `c` ~s~ # h :fire: {{DATE(1)}} https://evil.test'

test('no text of people becomes markup or calls people', () => {
  const made = (kind: 'slack' | 'teams' | 'mattermost') =>
    chatBody(kind, recap(hostile, hostile, [point(hostile, [hostile])]))
  // In Slack and Teams it is the text of an element that takes no markup.
  const texts = (value: unknown): string[] =>
    value && typeof value === 'object'
      ? 'text' in value && typeof value.text === 'string'
        ? [`${(value as { type?: string }).type}: ${value.text}`]
        : Object.values(value).flatMap(texts)
      : []
  const slack = made('slack') as { text: string; blocks: object[] }
  assert.doesNotMatch(slack.text, /[<>]/)
  const elements = new Set([...texts(slack.blocks), ...texts(made('teams'))].map((text) => text.split(':')[0]))
  assert.deepEqual(elements, new Set(['plain_text', 'text', 'link', 'TextRun']))
  const [attachment] = (made('mattermost') as { attachments: { title: string; text: string; fallback: string }[] })
    .attachments
  assert.doesNotMatch(attachment!.fallback, /@\w/)
  for (const text of [attachment!.title, attachment!.text]) {
    const own = text
      .replaceAll(/^\*\*.*\*\*$/gm, '')
      .replaceAll(/ \[1:23\]\(https:\/\/minutebook\.test\/recap\/r_1\?t=83\)/g, '')
    assert.doesNotMatch(own, /@\w|<!|<@|:\/\/|:fire:|(?<!\\)[*_`~#[\]()]/)
  }
})
