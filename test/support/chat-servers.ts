/**
 * The incoming webhooks of chats, as strict as their documents: the example that each one publishes, the limits it
 * names, and its answers to what is wrong.
 */
import assert from 'node:assert/strict'
import type { ChatKind } from '../../server/platform/postgres/tables.ts'

/** What Mattermost's web page shows of a text without links and emphasis (`inline` of mattermost/marked, 08f3638e). */
export function shownInMattermost(markdown: string): string {
  assert.doesNotMatch(markdown, /\$[^$\n]+\$(?!\w)/, 'a formula')
  return markdown
    .replaceAll('&#36;', '$')
    .replace(/\\([`*{}[\]()#+\-.!_>|~]|\\(?!\w))/g, '$1')
    .replaceAll('\u200b', '')
}

export type Refusal = { status: number; body: string; headers?: Record<string, string> }

type Json = Record<string, unknown>

type ChatServer = {
  example: object
  accepted: Refusal
  /** Its answer when its webhook was removed, and when it has too much to do. */
  removed: Refusal[]
  /** What is wrong with a message, or null. */
  check(message: Json): Refusal | null
}

/** @returns null if the chat takes the message */
export const refusalOf = (kind: ChatKind, message: object) => chatServers[kind].check(message as Json)

const slackError = (status: number, body: string): Refusal => ({ status, body })
const mattermostError = (id: string, message: string): Refusal => ({
  status: 400,
  body: JSON.stringify({ id, message, detailed_error: '', request_id: '', status_code: 400 }),
})
const teamsError = (status: number, code: string): Refusal => ({
  status,
  body: JSON.stringify({ error: { code, message: code } }),
})

export const chatServers: Record<ChatKind, ChatServer> = {
  // docs.slack.dev: "Sending messages using incoming webhooks", "Header block", "Rich text block".
  slack: {
    example: {
      text: 'Danny Torrence left a 1 star review for your property.',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Budget Performance' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'Danny Torrence left the following review for your property:' },
        },
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [{ type: 'text', text: 'Hello there, I am a basic rich text block!' }],
            },
          ],
        },
      ],
    },
    accepted: { status: 200, body: 'ok' },
    removed: [
      slackError(404, 'no_service'),
      slackError(404, 'channel_not_found'),
      slackError(410, 'channel_is_archived'),
    ],
    check({ text, blocks }) {
      if (typeof text !== 'string' || text === '') return slackError(400, 'no_text')
      const all = blocks as { type: string; text?: { text: string }; elements?: { elements: Json[] }[] }[]
      if (all.length > 50) return slackError(400, 'invalid_blocks')
      for (const { type, text, elements = [] } of all) {
        const inner = elements.flatMap(({ elements }) => elements)
        const length = (text?.text ?? inner.map(({ text }) => text).join('')).length
        const isRight =
          length > 0 &&
          length <= (type === 'header' ? 150 : 3_000) &&
          inner.every(({ type, text, url }) => text !== '' && (type === 'text' || (type === 'link' && url)))
        if (!isRight || !['header', 'section', 'rich_text'].includes(type)) return slackError(400, 'invalid_blocks')
      }
      return null
    },
  },
  // learn.microsoft.com: "Create incoming webhooks with Workflows"; adaptivecards.io: "RichTextBlock", "TextRun".
  teams: {
    example: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.2',
            body: [{ type: 'TextBlock', text: 'For Samples and Templates, see https://adaptivecards.io/samples' }],
          },
        },
      ],
    },
    accepted: { status: 202, body: '' },
    removed: [teamsError(404, 'WorkflowNotFound'), teamsError(400, 'WorkflowTriggerIsNotEnabled')],
    check(message) {
      const json = JSON.stringify(message)
      if (Math.max(Buffer.byteLength(json), Buffer.byteLength(json, 'utf16le')) > 28 * 1_024)
        return teamsError(413, 'RequestEntityTooLarge')
      const [attachment] = message.attachments as { contentType: string; content: { type: string; body: Json[] } }[]
      const { type, body } = attachment!.content
      const isRight =
        message.type === 'message' &&
        attachment!.contentType === 'application/vnd.microsoft.card.adaptive' &&
        type === 'AdaptiveCard' &&
        body.every(({ type }) => type === 'TextBlock' || type === 'RichTextBlock')
      return isRight ? null : teamsError(400, 'InvalidRequestContent')
    },
  },
  // developers.mattermost.com: "Incoming webhooks", "Message attachments"; the errors are those of its server.
  mattermost: {
    example: {
      attachments: [
        {
          fallback: 'test',
          color: '#FF8000',
          pretext: 'This is optional pretext that shows above the attachment.',
          text: 'This is the text of the attachment.',
          title: 'Example Attachment',
          title_link: 'https://developers.mattermost.com/integrate/reference/message-attachments/',
        },
      ],
    },
    accepted: { status: 200, body: 'ok' },
    removed: [mattermostError('web.incoming_webhook.invalid.app_error', 'Invalid webhook.')],
    check({ text = '', attachments = [] }) {
      if (!text && (attachments as object[]).length === 0)
        return mattermostError('web.incoming_webhook.text.app_error', 'No text specified.')
      if ([...String(text)].length > 16_383) return mattermostError('web.incoming_webhook.text.length.app_error', '')
      if (JSON.stringify(attachments).length > 7_900)
        return mattermostError('web.incoming_webhook.attachment.app_error', 'Maximum attachments length is 7900.')
      return null
    },
  },
  generic: {
    example: {},
    accepted: { status: 204, body: '' },
    removed: [{ status: 410, body: '' }],
    check: () => null,
  },
}
