/** A recorder: what it imports and for whom, when it last received a recording, and what went wrong. */
import { Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { User } from '../../../api/people.ts'
import { isSubscribing, type Recorder, useSwitchRecorder } from '../../../api/recorders.ts'
import { shortTime } from '../../../ui/format.ts'
import { later } from '../../../ui/later.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { Row, RowMenu } from '../../../ui/rows.tsx'
import { Time } from '../../../ui/time.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { hasBots } from './draft.ts'
import { explainError } from './explain-error.ts'

const { recorders: said } = adminWords
const ShowAddress = later(async () => (await import('./address.tsx')).ShowAddress, null)
const ChangeRecorder = later(async () => (await import('./change-recorder.tsx')).ChangeRecorder, null)
const NewSecret = later(async () => (await import('./new-secret.tsx')).NewSecret, null)
const RemoveRecorder = later(async () => (await import('./remove-recorder.tsx')).RemoveRecorder, null)

/** @param person  owner of recordings of unknown hosts; absent if not set, or while people are loading */
export function RecorderRow({ recorder, person }: { recorder: Recorder; person: User | undefined }) {
  const { id, kind, active, created_at } = recorder
  const [shows, show] = useDisclosure(false)
  const [changes, change] = useDisclosure(false)
  const [renews, renew] = useDisclosure(false)
  const [asks, ask] = useDisclosure(false)
  const turn = useSwitchRecorder(id)
  const name = said.kinds[kind]
  return (
    <Row title={name} meta={<Meta recorder={recorder} person={person} />} isFaded={!active}>
      {!active && <Mark tone="quiet">{said.stopped}</Mark>}
      {/* There may be two of a kind. */}
      <RowMenu label={words.moreFor(said.addedAt(name, shortTime(created_at)))}>
        <Menu.Item onClick={show.open}>{said.showAddress}</Menu.Item>
        <Menu.Item onClick={change.open}>{said.change}</Menu.Item>
        <Menu.Item onClick={renew.open}>{hasBots(kind) ? said.newSecretOrKey : said.newSecret}</Menu.Item>
        <Menu.Item onClick={() => turn.mutate(!active)}>{active ? said.stop : said.start}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={ask.open}>
          {said.remove}
        </Menu.Item>
      </RowMenu>
      {shows && <ShowAddress recorder={recorder} onClose={show.close} />}
      {changes && <ChangeRecorder recorder={recorder} onClose={change.close} />}
      {renews && <NewSecret recorder={recorder} onClose={renew.close} />}
      {asks && <RemoveRecorder recorder={recorder} onClose={ask.close} />}
    </Row>
  )
}

function Meta({ recorder, person }: { recorder: Recorder; person: User | undefined }) {
  const { kind, takes, user_id, base_url, last_event_at, last_error } = recorder
  const others = hasBots(kind) ? said.otherBots : said.others
  const name = person && (person.active ? person.full_name : words.peopleField.inactive(person.full_name))
  return (
    <>
      <div>
        {base_url !== null && `${new URL(base_url).host} · `}
        {said.takes[takes]} · {others(user_id === null ? said.nobody : (name ?? user_id))}
      </div>
      <div>
        {last_event_at ? (
          <>
            {said.lastEvent} <Time at={last_event_at} as={shortTime} />
          </>
        ) : (
          said.noEvent
        )}
        <Subscription recorder={recorder} />
      </div>
      {last_error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {explainError(last_error, said.kinds[kind], said.errors)}
        </Text>
      )}
    </>
  )
}

/** Only for Teams and Meet: the others need none. */
function Subscription({ recorder }: { recorder: Recorder }) {
  const { active, subscribed_until: until } = recorder
  if (isSubscribing(recorder)) return <> · {said.subscribing}</>
  if (until === null || !active) return null
  const isOver = Date.parse(until) < Date.now()
  return (
    <>
      {' '}
      · {isOver ? said.subscriptionEnded : said.subscribedUntil} <Time at={until} as={shortTime} />
    </>
  )
}
