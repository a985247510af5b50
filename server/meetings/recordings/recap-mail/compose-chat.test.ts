/** Each chat's form: its limits, and texts of people that stay texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatServers, refusalOf, shownInMattermost } from '../../../../test/support/chat-servers.ts'
import type { ChatKind } from '../../../platform/postgres/tables.ts'
import { chatBody, exampleOutline } from './compose-chat.ts'
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
    assert.equal(refusalOf(kind, chatBody(kind, exampleOutline('https://minutebook.test'))), null, kind)
    for (const sign of texts) {
      const points = Array.from({ length: 10 }, () => point(sign.repeat(300), [sign.repeat(100)]))
      for (const length of [0, 1, 149, 150, 1_499, 1_500]) {
        const body = chatBody(kind, recap(sign.repeat(150), sign.repeat(length), points))
        assert.equal(refusalOf(kind, body), null, `${kind}: ${length} of ${sign}`)
      }
    }
  }
})

test('a text is whole as long as the chat takes it, and one more character cuts it', () => {
  const limits = { slack: 3_000, teams: 14_336, mattermost: 7_900 }
  for (const [kind, limit] of Object.entries(limits) as [ChatKind, number][]) {
    const message = (length: number) => {
      const sections = [{ title: 'S', text: 'x'.repeat(length), points: [], count: 0 }]
      return chatBody(kind, { ...recap('T', ''), sections })
    }
    const isWhole = (length: number) => !JSON.stringify(message(length)).includes('…')
    let most = 1
    for (let step = 16_384; step >= 1; step /= 2) if (isWhole(most + step)) most += step
    assert.ok(most > limit * 0.9 && most < limit, `${kind} shows ${most}`)
    assert.match(JSON.stringify(message(most + 1)), /x…/)
    for (const length of [most - 1, most, most + 1]) assert.equal(refusalOf(kind, message(length)), null)
  }
})

test('the servers refuse what is longer than their documents say', () => {
  const slack = (header: number, text: number) => ({
    text: 'x',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(header) } },
      { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(text) } },
    ],
  })
  assert.equal(refusalOf('slack', slack(150, 3_000)), null)
  assert.equal(refusalOf('slack', slack(151, 3_000))?.body, 'invalid_blocks')
  assert.equal(refusalOf('slack', slack(150, 3_001))?.body, 'invalid_blocks')
  const mattermost = (length: number) => ({ attachments: [{ text: 'x'.repeat(length - '[{"text":""}]'.length) }] })
  assert.equal(refusalOf('mattermost', mattermost(7_900)), null)
  assert.equal(refusalOf('mattermost', mattermost(7_901))?.status, 400)
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
  // Plain text: Mattermost reads no Markdown in a title with a link.
  assert.equal(attachment!.title, hostile.replaceAll('@', '@\u200b'))
  const own = attachment!.text
    .replaceAll(/^\*\*.*\*\*$/gm, '')
    .replaceAll(/ \[1:23\]\(https:\/\/minutebook\.test\/recap\/r_1\?t=83\)/g, '')
  assert.doesNotMatch(own, /@\w|<!|<@|:\/\/|:fire:|(?<!\\)[*_`~#[\]()]/)
})

test('Mattermost shows a text as it was typed', () => {
  const typed = [
    'The price is $5,000 to $7,000; the file is in C:\\Users\\ada.',
    '$a$, $5 or $7, US$ 5 and $6.',
    'a \\ b \\\\host\\_x\\$y \\* C:\\',
    '&amp; &#36; & 1_000 #1 - *x* `y` ~z~ [a](b)',
  ]
  for (const text of typed) {
    const { attachments } = chatBody('mattermost', recap('T', text)) as { attachments: { text: string }[] }
    assert.equal(shownInMattermost(attachments[0]!.text.split('\n')[1]!), text)
  }
})

test('a section without a line is left out: Slack takes no empty block', () => {
  const sections = [{ title: '', text: '', points: [], count: 0 }]
  assert.equal(refusalOf('slack', chatBody('slack', { ...recap('T', ''), sections })), null)
  const { blocks } = chatBody('slack', { ...recap('T', ''), sections }) as { blocks: object[] }
  assert.equal(blocks.length, 2)
})
