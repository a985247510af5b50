/** The workflows of docs/use/n8n/ that keep issues of a tracker and action items alike, both ways. *Pure.* */
import {
  answer,
  cases,
  condition,
  digest,
  graphql,
  type Lines,
  type Node,
  request,
  set,
  stop,
  textOf,
  webhook,
  workflow,
} from './n8n-workflow.ts'

const minutebook = 'https://acme.meetings.example.com'

const first = (node: string) => `$('${node}').first().json`
const retried = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 }
/** What fails goes on by a second output. */
const orElse = { onError: 'continueErrorOutput' }

/** The item as it is now. */
const item = `${first('Read the item')}.action_item`
const title = `${item}.text.split('\\n')[0].slice(0, 200)`
const meeting = `'${minutebook}' + (${item}.note_id ? '/note/' + ${item}.note_id : '/items')`
const text = `${item}.text + '\\n\\n' + ${meeting}`
const issue = first('Read the issue')
/** What a webhook says: only the text that was signed counts, for n8n reads the fields of a form from beside it. */
const said = (node: string) => `JSON.parse(${first(node)}.text)`
const hook = said('Text of the body')

/** A node, and the name of the one at its second output. */
type Step = [node: Node, otherwise?: string]
const failed = 'Why it failed'

/** Code is that of n8n's expressions. */
type Tracker = {
  /** Its name in links, and of the node of its webhook. */
  system: string
  /** The repository, project or team, as links name it. */
  place: string
  /** The address of its issues. */
  list: string
  /** What the address of an issue begins with; it ends with the issue's number. */
  page: string
  make: {
    steps: Step[]
    /** The issue's link. */
    made: { key: string; url: string; state: string }
  }
  close: {
    /** Whether a link may be that of an open issue. */
    mayBeOpen: (link: string) => string
    steps: Step[]
    others?: Step[]
    /** The state of the link afterwards. */
    state: string
  }
  /** Of its webhooks. */
  signature: { header: string; by: (digest: string) => string }
  /** Whether an issue of this place may have been closed or reopened. */
  isAboutState: string
  read: { step: Node; url: string; state: string; isClosed: string }
}

/** The first link of the item to an issue of this place: nothing but a number follows, which might lead out of it. */
const linked = (page: string) =>
  `${item}.links.find(({ url }) => url.startsWith('${page}') && /^[0-9]+$/.test(url.slice(${page.length})))`
/** The number of that issue. */
const numberOf = (page: string) => `${linked(page)}.url.slice(${page.length})`

/** A tracker whose issues are `open` or `closed`, as those of GitHub and of what follows it. */
type Forge = {
  system: string
  /** Where its API begins, and its pages. */
  api: string
  site: string
  repository: string
  /** The header of its webhooks that has the event. */
  eventHeader: string
  signature: Tracker['signature']
}

const github: Forge = {
  system: 'GitHub',
  api: 'https://api.github.com',
  site: 'https://github.com',
  repository: 'acme/app',
  eventHeader: 'x-github-event',
  signature: { header: 'x-hub-signature-256', by: (digest) => `'sha256=' + ${digest}` },
}
const gitea: Forge = {
  system: 'Gitea',
  api: 'https://gitea.example.com/api/v1',
  site: 'https://gitea.example.com',
  repository: 'acme/app',
  eventHeader: 'x-gitea-event',
  signature: { header: 'x-gitea-signature', by: (digest) => digest },
}

function ofForge({ system, api, site, repository, eventHeader, signature }: Forge): Tracker {
  const issues = `${api}/repos/${repository}/issues`
  const page = `${site}/${repository}/issues/`
  const made = first('Make the issue')
  return {
    system,
    place: repository,
    list: `${site}/${repository}/issues`,
    page,
    make: {
      steps: [[request('Make the issue', 'POST', issues, `{ title: ${title}, body: ${text} }`, orElse), failed]],
      made: { key: `'${repository}#' + ${made}.number`, url: `${made}.html_url`, state: `${made}.state` },
    },
    close: {
      mayBeOpen: (link) => `${link}?.state === 'open'`,
      steps: [
        [request('Close the issue', 'PATCH', `${issues}/{{ ${numberOf(page)} }}`, `{ state: 'closed' }`, retried)],
      ],
      state: `'closed'`,
    },
    signature,
    isAboutState: `${first(system)}.headers['${eventHeader}'] === 'issues' && ['closed', 'reopened'].includes(${hook}.action) && ${hook}.repository.full_name === '${repository}'`,
    read: {
      step: request('Read the issue', 'GET', `${issues}/{{ ${hook}.issue.number }}`),
      url: `${issue}.html_url`,
      state: `${issue}.state`,
      isClosed: `${issue}.state === 'closed'`,
    },
  }
}

function jira(): Tracker {
  const [site, project] = ['https://acme.atlassian.net', 'ACME']
  const issues = `${site}/rest/api/3/issue`
  const page = `${site}/browse/${project}-`
  const [made, before] = [first('Read what was made'), first('Read its state')]
  const key = `${project}-{{ ${numberOf(page)} }}`
  const toDone = `${before}.transitions.find(({ to }) => to.statusCategory.key === 'done')`
  const isOpen = `${before}.fields.status.statusCategory.key !== 'done'`
  const noWay = 'Say that nothing leads there'
  // A document of Atlassian's format, a paragraph for each line; a text in it is never empty.
  const lines = `...${item}.text.split('\\n').map((text) => ({ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] }))`
  const link = `{ type: 'paragraph', content: [{ type: 'text', text: ${meeting}, marks: [{ type: 'link', attrs: { href: ${meeting} } }] }] }`
  return {
    system: 'Jira',
    place: project,
    list: `${site}/browse/${project}`,
    page,
    make: {
      steps: [
        [
          request(
            'Make the issue',
            'POST',
            issues,
            `{ fields: { project: { key: '${project}' }, issuetype: { name: 'Task' }, summary: ${title}, description: { type: 'doc', version: 1, content: [${lines}, ${link}] } } }`,
            orElse,
          ),
          failed,
        ],
        // What makes an issue does not say its status.
        [request('Read what was made', 'GET', `${issues}/{{ $json.key }}?fields=status`, undefined, retried)],
      ],
      made: { key: `${made}.key`, url: `'${site}/browse/' + ${made}.key`, state: `${made}.fields.status.name` },
    },
    close: {
      mayBeOpen: (link) => `${link} !== undefined`,
      steps: [
        [request('Read its state', 'GET', `${issues}/${key}?fields=status&expand=transitions`)],
        [
          cases('Can it be closed?', {
            yes: `${isOpen} && ${toDone} !== undefined`,
            'it is open, and nothing leads to done': isOpen,
          }),
          noWay,
        ],
        [
          request(
            'Close the issue',
            'POST',
            `${issues}/${key}/transitions`,
            `{ transition: { id: ${toDone}.id } }`,
            retried,
          ),
        ],
      ],
      others: [[stop(noWay, `'From the status ' + ${before}.fields.status.name + ' no transition leads to done'`)]],
      state: `${toDone}.to.name`,
    },
    signature: { header: 'x-hub-signature', by: (digest) => `'sha256=' + ${digest}` },
    isAboutState: `${hook}.webhookEvent === 'jira:issue_updated' && ${hook}.issue.key.startsWith('${project}-') && ${hook}.changelog?.items.some(({ field }) => field === 'status') === true`,
    read: {
      step: request('Read the issue', 'GET', `${issues}/{{ ${hook}.issue.key }}?fields=status`),
      url: `'${site}/browse/' + ${issue}.key`,
      state: `${issue}.fields.status.name`,
      isClosed: `${issue}.fields.status.statusCategory.key === 'done'`,
    },
  }
}

function linear(): Tracker {
  const [endpoint, site, team] = ['https://api.linear.app/graphql', 'https://linear.app/acme', 'ENG']
  const page = `${site}/issue/${team}-`
  const before = `${first('Read its state')}.data.issue`
  const id = `'${team}-' + ${numberOf(page)}`
  const ended = (state: string) => `['completed', 'canceled', 'duplicate'].includes(${state}.type)`
  const made = `${first('Make the issue')}.data?.issueCreate?.issue`
  const doneStates = `${before}.team.states.nodes.sort((a, b) => a.position - b.position)`
  return {
    system: 'Linear',
    place: team,
    list: `${site}/team/${team}/all`,
    page,
    make: {
      // By plain requests: the node for GraphQL gives an answer with errors to both of its outputs.
      steps: [
        [
          request(
            'Find the team',
            'POST',
            endpoint,
            `{ query: 'query($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id } } }', variables: { key: '${team}' } }`,
            orElse,
          ),
          failed,
        ],
        [
          request(
            'Make the issue',
            'POST',
            endpoint,
            `{ query: 'mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { identifier state { name } } } }', variables: { input: { teamId: $json.data?.teams.nodes[0]?.id, title: ${title}, description: ${text} } } }`,
            orElse,
          ),
          failed,
        ],
        [condition('Was it made?', `!!${made}`), failed],
      ],
      // Without the words of the title at its end, which change with the title.
      made: { key: `${made}.identifier`, url: `'${site}/issue/' + ${made}.identifier`, state: `${made}.state.name` },
    },
    close: {
      mayBeOpen: (link) => `${link} !== undefined`,
      steps: [
        [
          graphql(
            'Read its state',
            endpoint,
            'query($id: String!) { issue(id: $id) { state { type } team { states(filter: { type: { eq: "completed" } }) { nodes { id position } } } } }',
            `{ id: ${id} }`,
          ),
        ],
        [cases('Is it open there?', { yes: `!${ended(`${before}.state`)}` })],
        [
          graphql(
            'Close the issue',
            endpoint,
            'mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { issue { state { name } } } }',
            `{ id: ${id}, input: { stateId: ${doneStates}[0].id } }`,
            retried,
          ),
        ],
      ],
      state: `${first('Close the issue')}.data.issueUpdate.issue.state.name`,
    },
    signature: { header: 'linear-signature', by: (digest) => digest },
    isAboutState: `${hook}.type === 'Issue' && ${hook}.action === 'update' && ${hook}.data.identifier.startsWith('${team}-') && ${hook}.updatedFrom?.stateId !== undefined`,
    read: {
      step: graphql(
        'Read the issue',
        endpoint,
        'query($id: String!) { issue(id: $id) { identifier state { name type } } }',
        `{ id: ${hook}.data.id }`,
      ),
      url: `'${site}/issue/' + ${issue}.data.issue.identifier`,
      state: `${issue}.data.issue.state.name`,
      isClosed: ended(`${issue}.data.issue.state`),
    },
  }
}

function trackerWorkflow({ system, place, list, page, make, close, signature, isAboutState, read }: Tracker) {
  const itemUrl = (id: string) => `${minutebook}/api/v1/action_item/{{ ${id} }}`
  const ours = linked(page)
  const [link, takeBack, linkClosed] = ['Link the issue', 'Take the link back', 'The link says so']
  const [event, path] = [first('Minutebook'), system.toLowerCase()]
  // A list of links is written as a whole, and others may have changed it while the tracker was at work.
  const again = (why: string) => request(`Read it again: ${why}`, 'GET', itemUrl(`${item}.id`), undefined, retried)
  const [readMade, readFailed, readClosed] = [again('made'), again('failed'), again('closed')]
  const links = '$json.action_item.links'
  const beingMade = `{ system: '${system}', key: '${place}', url: '${list}', state: 'being made' }`
  const others = `${links}.filter(({ url, state }) => url !== '${list}' || state !== 'being made')`

  const toTracker: Node[] = [
    webhook('Minutebook', `minutebook-${path}`, { options: { rawBody: true } }),
    condition('Is it the verification?', `$json.body.type === 'url_verification'`),
    // Anybody is answered so.
    answer('Answer with the challenge', {
      respondWith: 'text',
      responseBody: '={{ $json.body.challenge }}',
      options: { responseHeaders: plainText },
    }),
    textOf('Text of the event'),
    digest('Digest of the event', {
      value: `${event}.headers['hook-id'] + '.' + ${event}.headers['hook-timestamp'] + '.' + $json.text`,
      secret: bytesOf('whsec_THE SECRET OF MINUTEBOOK'),
      encoding: 'base64',
    }),
    stop('Say that the secret is missing', `'Put the secret of the webhook into the node ' + $prevNode.name`),
    // While a secret is changed, both sign. What is older than five minutes may be sent by who overheard it.
    condition(
      'Is it from Minutebook?',
      `(${event}.headers['hook-signature'] ?? '').split(' ').includes('v1,' + $json.digest) && ${event}.headers['hook-timestamp'] > Date.now() / 1000 - 300`,
    ),
    answer('Not from Minutebook', refused),
    answer('Received', { respondWith: 'noData', options: { responseCode: 204 } }),
    // As it is now: an event may come late, or twice.
    request('Read the item', 'GET', itemUrl(`${said('Text of the event')}.id`)),
    cases('What does it need?', {
      'an issue': `${item}.status === 'Incomplete' && !${item}.links.some(({ system, url }) => system === '${system}' || url.startsWith('${page}'))`,
      'its issue closed': `${item}.status === 'Done' && ${close.mayBeOpen(ours)}`,
    }),
    // Before the issue is made: another run finds it, and who may not edit the item makes none.
    request('Reserve the link', 'PATCH', itemUrl(`${item}.id`), `{ links: [...${item}.links, ${beingMade}] }`),
    ...make.steps.map(([node]) => node),
    readMade,
    request(
      link,
      'PATCH',
      itemUrl(`${item}.id`),
      `{ links: [...${others}, { system: '${system}', key: ${make.made.key}, url: ${make.made.url}, state: ${make.made.state} }] }`,
      retried,
    ),
    // Only the words: the rest of an error has the request, and with it the token.
    set(failed, { why: `$json.error?.message ?? $json.errors?.map(({ message }) => message).join('; ') ?? ''` }),
    readFailed,
    request(takeBack, 'PATCH', itemUrl(`${item}.id`), `{ links: ${others} }`, retried),
    stop('Say that it failed', `'No issue was made: ' + ${first(failed)}.why`),
    ...close.steps.map(([node]) => node),
    ...(close.others ?? []).map(([node]) => node),
    readClosed,
    request(
      linkClosed,
      'PATCH',
      itemUrl(`${item}.id`),
      `{ links: ${links}.map((link) => link.url === ${ours}.url ? { ...link, state: ${close.state} } : link) }`,
      retried,
    ),
  ]

  const fromTracker: Node[] = [
    webhook(system, `${path}-minutebook`, { options: { rawBody: true } }),
    textOf('Text of the body'),
    digest('Digest of the body', {
      value: '$json.text',
      secret: textIfSet('THE SECRET OF THE WEBHOOK'),
      encoding: 'hex',
    }),
    condition(
      'Is the signature right?',
      `${first(system)}.headers['${signature.header}'] === ${signature.by('$json.digest')}`,
    ),
    answer('Refused', refused),
    // Linear asks for 200.
    answer('Taken', { respondWith: 'noData', options: { responseCode: 200 } }),
    condition('Closed or reopened?', isAboutState),
    // As it is now: a webhook may come late, twice, or after a later one.
    read.step,
    request(
      'Find its items',
      'POST',
      `${minutebook}/api/v1/action_items`,
      `{ filters: { link_url: ${read.url} }, pagination: { page_size: 50 } }`,
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
      `{ links: $json.links.map((link) => link.url === ${read.url} ? { ...link, state: ${read.state} } : link) }`,
      retried,
    ),
    // An archived item stays as it is.
    condition('Does the item differ?', `$json.action_item.status === (${read.isClosed} ? 'Incomplete' : 'Done')`),
    request(
      'Complete or reopen it',
      'POST',
      `${itemUrl('$json.action_item.id')}/complete`,
      `{ completed: ${read.isClosed} }`,
      retried,
    ),
  ]

  const names = (steps: Step[] = []) => steps.map(([{ name }]) => name)
  return workflow(
    `Minutebook: issues of ${system}`,
    [...toTracker, ...fromTracker],
    {
      Minutebook: 'Is it the verification?',
      'Is it the verification?': ['Answer with the challenge', 'Text of the event'],
      'Text of the event': 'Digest of the event',
      'Digest of the event': ['Is it from Minutebook?', 'Say that the secret is missing'],
      'Is it from Minutebook?': ['Received', 'Not from Minutebook'],
      Received: 'Read the item',
      'Read the item': 'What does it need?',
      'What does it need?': ['Reserve the link', names(close.steps)[0]!],
      'Reserve the link': names(make.steps)[0]!,
      ...chain(make.steps, readMade.name),
      [readMade.name]: link,
      [failed]: readFailed.name,
      [readFailed.name]: takeBack,
      [takeBack]: 'Say that it failed',
      ...chain(close.steps, readClosed.name),
      [readClosed.name]: linkClosed,
      [system]: 'Text of the body',
      'Text of the body': 'Digest of the body',
      'Digest of the body': ['Is the signature right?', 'Say that the secret is missing'],
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
      ['', '', 'Text of the event', 'Digest of the event', 'Is it from Minutebook?', 'Not from Minutebook'],
      ['', '', '', 'Say that the secret is missing', 'Received', 'Read the item', 'What does it need?'],
      ['', '', '', '', '', '', '', 'Reserve the link', ...names(make.steps), readMade.name, link],
      ['', '', '', '', '', '', '', ...names(close.steps), readClosed.name, linkClosed],
      ['', '', '', '', '', '', '', failed, readFailed.name, takeBack, 'Say that it failed', ...names(close.others)],
      [system, 'Text of the body', 'Digest of the body', 'Is the signature right?', 'Taken', 'Closed or reopened?'],
      ['', '', '', 'Refused', '', 'Read the issue', 'Find its items', 'Each item'],
      ['', '', '', '', '', '', '', 'Its link says so', 'Does the item differ?', 'Complete or reopen it'],
    ],
  )
}

/** A browser shows no page of it. */
const plainText = {
  entries: [
    { name: 'Content-Type', value: 'text/plain' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ],
}
const refused = {
  respondWith: 'text',
  responseBody: 'Wrong signature',
  options: { responseCode: 401, responseHeaders: plainText },
}

/** Each step leads to the next one, the last to `then`. */
const chain = (steps: Step[], then: string): Lines =>
  Object.fromEntries(
    steps.map(([{ name }, otherwise], at) => {
      const next = steps[at + 1]?.[0].name ?? then
      return [name, otherwise ? [next, otherwise] : next]
    }),
  )

/**
 * Code of the key of a secret of Minutebook, which is `whsec_` and base64; expressions have no `Buffer`.
 * @throws {TypeError} it is none; in n8n the key is then nothing, which the node of digests refuses
 */
export const bytesOf = (secret: string) =>
  `Uint8Array.from('${secret}'.match(/^whsec_([A-Za-z0-9+/]+)=*$/)[1].split('').map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(digit).toString(2).padStart(6, '0')).join('').match(/.{8}/g), (bits) => parseInt(bits, 2))`

/** Code of a secret of a tracker. The words that stand in its place are none: it throws as `bytesOf` does. */
export const textIfSet = (secret: string) => `'${secret}'.match(/^(?!THE SECRET).+$/)[0]`

export const workflows = [ofForge(github), ofForge(gitea), jira(), linear()].map((tracker) => ({
  file: `${tracker.system.toLowerCase()}.json`,
  workflow: trackerWorkflow(tracker),
}))
