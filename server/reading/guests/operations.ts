/** Opening links without an account, as openapi.json describes it (decision 57; an extension of the specification). */
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { Opened, OpenLink, sharedExample } from './schemas.ts'

export const openLink = operation({
  id: 'open_link',
  tag: 'Sharing',
  summary: 'Open a link without an account',
  description:
    'What the link shows, and nothing else of the workspace. Sets no cookie. Each opening is counted and is a row of the audit log, as is each wrong password.',
  extension: true,
  open: true,
  body: OpenLink,
  failures: [400],
  own: {
    403: failure(
      'The link has a password: none was given (`password_required`) or a wrong one (`wrong_password`).',
      'This link needs its password',
      'password_required',
    ),
    404: failure(
      'It was withdrawn or has expired, its maker may no longer share it, such links are switched off, or there is none.',
      'This link does not work, or no longer',
      'no_link',
    ),
    429: {
      ...failure(
        'Ten wrong passwords for this link in a quarter of an hour, or sixty openings from this address in a minute; `Retry-After` says how many seconds to wait.',
        'Too many wrong passwords; try again in 900 s',
        'rate_limited',
      ),
    },
  },
  answer: Opened,
  example: { shared: sharedExample },
})
