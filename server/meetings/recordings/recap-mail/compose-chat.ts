/**
 * A recap as a message of a chat, in the form that its incoming webhooks take and within their limits (decision 59):
 * Slack's blocks (docs.slack.dev/reference/block-kit), an adaptive card as the workflows of Teams take it
 * (learn.microsoft.com, "Create incoming webhooks with Workflows"), Mattermost's attachments
 * (developers.mattermost.com, "Message attachments"), or plain JSON. *Pure.*
 */
import type { ChatKind } from '../../../platform/postgres/tables.ts'
import { type ChatLine, linesOf, markdownLine, plain, within, withinAll } from './chat-lines.ts'
import { momentUrl, type Outline } from './outline.ts'

/** What a test sends: its link leads to the console. */
export const exampleOutline = (address: string): Outline => ({
  title: 'A test by Minutebook',
  at: null,
  url: `${address}/`,
  sections: [
    { title: 'Summary', text: 'Recaps that are published in the channel will come here.', points: [], count: 0 },
  ],
})

export const chatBody = (chat: ChatKind, recap: Outline): object => forms[chat](recap)

const forms: Record<ChatKind, (recap: Outline) => object> = { slack, teams, mattermost, generic }

/** Characters of a header and of a text; a message takes 50 blocks, and a recap has at most five. */
const slackMost = { header: 150, text: 3_000 }

/** Text and links are elements of their own, so no text of people is read as markup. */
function slack({ title, url, sections }: Outline): object {
  const block = (lines: ChatLine[]) => ({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: lines.flatMap((line, index) => [
          ...(index > 0 ? [{ type: 'text', text: '\n' }] : []),
          ...line.map(({ text, bold, url }) =>
            url ? { type: 'link', url, text } : { type: 'text', text, ...(bold && { style: { bold } }) },
          ),
        ]),
      },
    ],
  })
  const header = within(slackMost.header, title, (text) => text.length)
  return {
    text: title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: header, emoji: false } },
      ...sections
        .map((section) => withinAll(slackMost.text, linesOf(section, url), (line) => plain(line).length + 1))
        .filter((lines) => lines.length > 0)
        .map(block),
      block([open(url)]),
    ],
  }
}

/** Bytes of a whole message, which "28 KB" are said to be in UTF-16 too; less what is around the lines. */
const teamsMost = 28 * 1_024
const teamsBytes = (value: object) => {
  const json = JSON.stringify(value)
  return Math.max(2 * json.length, Buffer.byteLength(json))
}

/** Runs of rich text take no Markdown. */
function teams({ title, url, sections }: Outline): object {
  const block = (line: ChatLine, size?: 'Large') => ({
    type: 'RichTextBlock',
    inlines: line.map(({ text, bold, url }) => ({
      type: 'TextRun',
      text,
      ...(size && { size }),
      ...(bold && { weight: 'Bolder' }),
      ...(url && { selectAction: { type: 'Action.OpenUrl', url } }),
    })),
  })
  const message = (body: object[]) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body,
          actions: [{ type: 'Action.OpenUrl', title: 'Open the recap', url }],
        },
      },
    ],
  })
  const head = block([{ text: title, bold: true }], 'Large')
  const lines = sections.flatMap((section) => linesOf(section, url))
  const left = teamsMost - teamsBytes(message([head]))
  return message([head, ...withinAll(left, lines, (line) => teamsBytes(block(line)) + 2).map((line) => block(line))])
}

/** Characters of the JSON of all attachments; newer servers take a hundred times more. */
const mattermostMost = 7_900

/** Its title, with a link, takes no Markdown. */
function mattermost({ title: given, url, sections }: Outline): object {
  const title = given.replaceAll('@', '@\u200b')
  const message = (lines: string[]) => ({
    attachments: [{ fallback: title, title, title_link: url, text: lines.join('\n') }],
  })
  const size = (value: object | string) => JSON.stringify(value).length
  const lines = sections.flatMap((section) => linesOf(section, url))
  const left = mattermostMost - size(message([]).attachments)
  return message(withinAll(left, lines, (line) => size(markdownLine(line))).map(markdownLine))
}

function generic({ title, at, url, sections }: Outline): object {
  return {
    event_type: 'ai_note.shared_to_channel',
    title,
    at: at?.toISOString() ?? null,
    url,
    sections: sections.map(({ title, text, points }) => ({
      title,
      text,
      points: points.map(({ text, seconds, names }) => ({
        text,
        names,
        url: seconds === null ? null : momentUrl(url, seconds),
      })),
    })),
  }
}

const open = (url: string): ChatLine => [{ text: 'Open the recap', url }]
