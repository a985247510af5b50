/** The workflows of docs/use/n8n/ that keep issues of a tracker and action items alike, both ways. *Pure.* */
import { answer, cases, condition, type Node, request, webhook, workflow } from './n8n-workflow.ts'

const minutebook = 'https://acme.meetings.example.com'

/** A tracker whose issues are `open` or `closed`, as those of GitHub and of what follows it. */
type Forge = {
  system: string
  file: string
  /** Where its API begins, and its pages. */
  api: string
  site: string
  repository: string
  /** The header of its webhooks that has the event. */
  eventHeader: string
  /** Code of what the header of the signature must be, given the hex digest of the body. */
  signed: { header: string; by: (digest: string) => string }
}

const github: Forge = {
  system: 'GitHub',
  file: 'github.json',
  api: 'https://api.github.com',
  site: 'https://github.com',
  repository: 'acme/app',
  eventHeader: 'x-github-event',
  signed: { header: 'x-hub-signature-256', by: (digest) => `'sha256=' + ${digest}` },
}
const gitea: Forge = {
  system: 'Gitea',
  file: 'gitea.json',
  api: 'https://gitea.example.com/api/v1',
  site: 'https://gitea.example.com',
  repository: 'acme/app',
  eventHeader: 'x-gitea-event',
  signed: { header: 'x-gitea-signature', by: (digest) => digest },
}

const first = (node: string) => `$('${node}').first().json`
const retried = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 }

function forgeWorkflow({ system, api, site, repository, eventHeader, signed }: Forge) {
  const issues = `${api}/repos/${repository}/issues`
  const page = `${site}/${repository}/issues/`
  const itemUrl = (id: string) => `${minutebook}/api/v1/action_item/{{ ${id} }}`
  const [hook, item] = [first(system), `${first('Read the item')}.action_item`]
  // The first link of the item to an issue of this repository.
  const ours = `${item}.links.find(({ url }) => url.startsWith('${page}'))`
  const link = 'Link the issue'

  const toTracker: Node[] = [
    webhook('Minutebook', `minutebook-${system.toLowerCase()}`, { authentication: 'headerAuth' }),
    condition('Is it the verification?', `$json.body.type === 'url_verification'`),
    answer('Answer with the challenge', { respondWith: 'text', responseBody: '={{ $json.body.challenge }}' }),
    answer('Received', { respondWith: 'noData', options: { responseCode: 204 } }),
    // As it is now: an event may come late, or twice.
    request('Read the item', 'GET', itemUrl(`${first('Minutebook')}.body.id`)),
    cases('What does it need?', {
      'an issue': `${item}.status === 'Incomplete' && !${item}.links.some(({ system }) => system === '${system}')`,
      'its issue closed': `${item}.status === 'Done' && ${ours}?.state === 'open'`,
    }),
    // Before the issue is made: another run finds it, and who may not edit the item makes none.
    request(
      'Reserve the link',
      'PATCH',
      itemUrl(`${item}.id`),
      `{ links: [...${item}.links, { system: '${system}', key: '${repository}', url: '${page}?q=' + ${item}.id, state: 'being made' }] }`,
    ),
    request(
      'Make the issue',
      'POST',
      issues,
      `{ title: ${item}.text.split('\\n')[0].slice(0, 200), body: ${item}.text + '\\n\\n${minutebook}' + (${item}.note_id ? '/note/' + ${item}.note_id : '/items') }`,
      { onError: 'continueErrorOutput' },
    ),
    request(
      link,
      'PATCH',
      itemUrl(`${item}.id`),
      `{ links: [...${item}.links, { system: '${system}', key: '${repository}#' + $json.number, url: $json.html_url, state: $json.state }] }`,
      retried,
    ),
    request('Take the link back', 'PATCH', itemUrl(`${item}.id`), `{ links: ${item}.links }`, retried),
    stop('Say that it failed', `'No issue was made: ' + JSON.stringify(${first('Make the issue')})`),
    request('Close the issue', 'PATCH', `${issues}/{{ ${ours}.url.split('/').pop() }}`, `{ state: 'closed' }`, retried),
    request(
      'The link says so',
      'PATCH',
      itemUrl(`${item}.id`),
      `{ links: ${item}.links.map((link) => link.url === ${ours}.url ? { ...link, state: 'closed' } : link) }`,
      retried,
    ),
  ]

  const issue = first('Read the issue')
  const fromTracker: Node[] = [
    webhook(system, `${system.toLowerCase()}-minutebook`, { options: { rawBody: true } }),
    {
      name: 'Digest of the body',
      type: 'n8n-nodes-base.crypto',
      typeVersion: 1,
      parameters: {
        ...{ action: 'hmac', binaryData: true, binaryPropertyName: 'data', type: 'SHA256' },
        ...{ dataPropertyName: 'digest', secret: 'THE SECRET OF THE WEBHOOK', encoding: 'hex' },
      },
    },
    condition('Is the signature right?', `${hook}.headers['${signed.header}'] === ${signed.by('$json.digest')}`),
    answer('Refused', { respondWith: 'text', responseBody: 'Wrong signature', options: { responseCode: 401 } }),
    answer('Taken', { respondWith: 'noData', options: { responseCode: 204 } }),
    condition(
      'Closed or reopened?',
      `${hook}.headers['${eventHeader}'] === 'issues' && ['closed', 'reopened'].includes(${hook}.body.action) && ${hook}.body.repository.full_name === '${repository}'`,
    ),
    // As it is now: a webhook may come late, twice, or after a later one.
    request('Read the issue', 'GET', `${issues}/{{ ${hook}.body.issue.number }}`),
    request(
      'Find its items',
      'POST',
      `${minutebook}/api/v1/action_items`,
      `{ filters: { link_url: ${issue}.html_url }, pagination: { page_size: 50 } }`,
    ),
    {
      name: 'Each item',
      type: 'n8n-nodes-base.splitOut',
      typeVersion: 1,
      parameters: { fieldToSplitOut: 'data', options: {} },
    },
    request(
      'Its link says so',
      'PATCH',
      itemUrl('$json.id'),
      `{ links: $json.links.map((link) => link.url === ${issue}.html_url ? { ...link, state: ${issue}.state } : link) }`,
      retried,
    ),
    // An archived item stays as it is.
    condition(
      'Does the item differ?',
      `$json.action_item.status === (${issue}.state === 'closed' ? 'Incomplete' : 'Done')`,
    ),
    request(
      'Complete or reopen it',
      'POST',
      `${itemUrl('$json.action_item.id')}/complete`,
      `{ completed: ${issue}.state === 'closed' }`,
      retried,
    ),
  ]

  return workflow(
    `Minutebook: issues of ${system}`,
    [...toTracker, ...fromTracker],
    {
      Minutebook: 'Is it the verification?',
      'Is it the verification?': ['Answer with the challenge', 'Received'],
      Received: 'Read the item',
      'Read the item': 'What does it need?',
      'What does it need?': ['Reserve the link', 'Close the issue'],
      'Reserve the link': 'Make the issue',
      'Make the issue': [link, 'Take the link back'],
      'Take the link back': 'Say that it failed',
      'Close the issue': 'The link says so',
      [system]: 'Digest of the body',
      'Digest of the body': 'Is the signature right?',
      'Is the signature right?': ['Taken', 'Refused'],
      Taken: 'Closed or reopened?',
      'Closed or reopened?': 'Read the issue',
      'Read the issue': 'Find its items',
      'Find its items': 'Each item',
      'Each item': 'Its link says so',
      'Its link says so': 'Does the item differ?',
      'Does the item differ?': 'Complete or reopen it',
    },
    [
      ['Minutebook', 'Is it the verification?', 'Answer with the challenge'],
      ['', '', 'Received', 'Read the item', 'What does it need?', 'Reserve the link', 'Make the issue', link],
      ['', '', '', '', '', 'Close the issue', 'The link says so', 'Take the link back', 'Say that it failed'],
      [system, 'Digest of the body', 'Is the signature right?', 'Taken', 'Closed or reopened?', 'Read the issue'],
      ['', '', '', 'Refused', '', 'Find its items', 'Each item', 'Its link says so'],
      ['', '', '', '', '', '', 'Does the item differ?', 'Complete or reopen it'],
    ],
  )
}

const stop = (name: string, code: string): Node => ({
  name,
  type: 'n8n-nodes-base.stopAndError',
  typeVersion: 1,
  parameters: { errorMessage: `={{ ${code} }}` },
})

export const workflows = [github, gitea].map((forge) => ({ file: forge.file, workflow: forgeWorkflow(forge) }))
