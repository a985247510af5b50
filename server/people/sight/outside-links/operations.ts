/** Links for people without an account, as openapi.json describes them (decision 57; extensions of the specification). */
import Type from 'typebox'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { idOf } from '../sharing/operations.ts'
import type { PublishableKind } from '../visible.ts'
import { LinkId, linkExample, MadeLink, NewLink, OutsideLinks } from './schemas.ts'

const common = { tag: 'Sharing', extension: true as const }

export const makeLink = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `create_${kind}_link`,
    summary: `Make a link to a ${kind} for people without an account`,
    description: `Who has the link sees the title of the ${kind} and the \`parts\`, and nothing else of the workspace. Only attendees may make one. It works while its maker may share the ${kind}, at most until it expires. Adds a row to the audit log, and so does each opening.`,
    params: Type.Object(idOf(kind)),
    body: NewLink(kind),
    status: 201,
    own: {
      409: failure(
        `Such links are switched off, the ${kind} has 50, or the workspace keeps no transcripts and media.`,
        'Links for outsiders are switched off in this workspace',
      ),
    },
    answer: MadeLink,
    example: { link: { ...linkExample, url: 'https://meetings.example.com/guest#token=…' } },
  })

export const listLinks = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `list_${kind}_links`,
    summary: `List the links to a ${kind} for people without an account`,
    description: 'Without their addresses. For attendees and super admins.',
    params: Type.Object(idOf(kind)),
    answer: OutsideLinks,
    example: { links: [linkExample] },
  })

export const withdrawLink = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `delete_${kind}_link`,
    summary: `Withdraw a link to a ${kind}`,
    description:
      'It opens nothing from then on. For attendees and super admins. Adds a row to the audit log, and answers the links that remain.',
    params: Type.Object({ ...idOf(kind), ...LinkId.properties }),
    answer: OutsideLinks,
    example: { links: [] },
  })
