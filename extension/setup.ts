/** Once: the service, the microphone, and which of one's own hosts have calls. */
import { callOf, type OwnKind, ownKinds } from './call-of.ts'
import { button, make, say, show } from './elements.ts'
import { ask } from './messages.ts'
import { builtHosts, builtService, keepHosts, readOwnHosts } from './settings.ts'

/** What went wrong, in the part where it did. */
const failed = { where: '', what: '' }

async function render(): Promise<void> {
  const grant = await ask('background', 'grant', {})
  const microphone = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  microphone.onchange = () => void render()
  show(
    make('h1', {}, say('setup')),
    part('service', grant ? connected(grant.origin) : unconnected()),
    part('microphone', microphone.state === 'granted' ? [done('microphoneOn')] : askingMicrophone()),
    part('hosts', await hosts()),
  )
}

const done = (name: string, ...words: string[]) => make('p', {}, `✓ ${say(name, ...words)}`)

const part = (name: string, children: Node[]) =>
  make(
    'section',
    {},
    make('h2', {}, say(`setup_${name}`)),
    make('p', { className: 'quiet' }, say(`setup_${name}_why`)),
    ...children,
    failed.where === name ? make('p', { className: 'error', role: 'alert' }, failed.what) : null,
  )

/** @param act  throws an error whose message names what went wrong */
async function attempt(where: string, act: () => Promise<unknown>): Promise<void> {
  failed.where = ''
  await act().catch((error: Error) => {
    failed.where = where
    failed.what = say(
      ['refused', 'noService', 'badAddress', 'notAllowed', 'busy', 'denied'].includes(error.message)
        ? `error_${error.message}`
        : 'error_away',
    )
  })
  await render()
}

const connected = (origin: string) => [
  done('connected', origin),
  button(say('disconnect'), () => attempt('service', () => ask('background', 'unpair', {}))),
]

function unconnected() {
  const address = make('input', {
    type: 'url',
    placeholder: 'https://minutebook.example.com',
    value: builtService ?? '',
  })
  const connect = () =>
    attempt('service', async () => {
      const origin = originOf(address.value)
      await allow(origin)
      await ask('background', 'pair', { origin })
    })
  return [
    make('label', { hidden: builtService !== null }, say('address'), address),
    button(say('connect'), connect, 'main'),
  ]
}

const askingMicrophone = () => [
  button(
    say('allowMicrophone'),
    () =>
      attempt('microphone', async () => {
        const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => {
          throw new Error('denied')
        })
        for (const track of stream.getTracks()) track.stop()
      }),
    'main',
  ),
]

async function hosts(): Promise<Node[]> {
  const own = await readOwnHosts()
  const kind = make('select', { ariaLabel: say('whichCalls') })
  for (const each of ownKinds) kind.append(make('option', { value: each }, say(`kind_${each}`)))
  const address = make('input', { type: 'url', placeholder: 'https://meet.example.com', ariaLabel: say('address') })
  const add = () =>
    attempt('hosts', async () => {
      const origin = originOf(address.value)
      await allow(origin)
      await keepHosts({ ...own, [new URL(origin).host]: kind.value as OwnKind })
    })
  const rows = Object.entries(own).map(([host, its]) => {
    const remove = () => {
      const { [host]: _, ...others } = own
      return attempt('hosts', () => keepHosts(others))
    }
    return make(
      'div',
      { className: 'row' },
      make('span', {}, `${host} (${say(`kind_${its}`)})`),
      button(say('remove'), remove),
    )
  })
  const built = Object.entries(builtHosts).map(([host, its]) => make('p', {}, `✓ ${host} (${say(`kind_${its}`)})`))
  return [...built, ...rows, make('div', { className: 'row' }, kind, address), button(say('add'), add)]
}

/** @throws {Error} */
function originOf(text: string): string {
  const url = URL.parse(text.trim())
  // The check of a call's address knows which addresses are safe.
  if (!url || callOf(`${url.origin}/call`, { [url.host]: 'jitsi' }) === null) throw new Error('badAddress')
  return url.origin
}

/** @throws {Error} */
async function allow(origin: string): Promise<void> {
  const { protocol, hostname } = new URL(origin)
  const wanted = { origins: [`${protocol}//${hostname}/*`] }
  if (!(await chrome.permissions.contains(wanted)) && !(await chrome.permissions.request(wanted)))
    throw new Error('notAllowed')
}

await render()
