/** A key in a list: its scopes, and actions to deactivate and delete it. */
import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ApiKey, useDeleteKey, useSwitchKey } from '../api/keys.ts'
import { words } from '../words/words.ts'
import { Confirm } from './confirm.tsx'
import { shortDay } from './format.ts'
import { Mark } from './mark.tsx'
import { Row, RowMenu } from './rows.tsx'
import { Time } from './time.tsx'

const { keysList: said } = words

/** @param owner  its owner, in lists of several people's keys */
export function KeyRow({ apiKey, owner }: { apiKey: ApiKey; owner?: string }) {
  const { id, name, active } = apiKey
  const [asks, ask] = useDisclosure(false)
  const switchKey = useSwitchKey()
  const deleteKey = useDeleteKey()
  return (
    <Row title={name} meta={<Meta apiKey={apiKey} owner={owner} />} isFaded={!active}>
      <Marks apiKey={apiKey} />
      <RowMenu label={words.moreFor(name)}>
        <Menu.Item onClick={() => switchKey.mutate({ id, active: !active })}>
          {active ? said.switchOff : said.switchOn}
        </Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={ask.open}>
          {said.delete}
        </Menu.Item>
      </RowMenu>
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.deleteTitle(name)}
        action={said.delete}
        isPending={deleteKey.isPending}
        onConfirm={() => deleteKey.mutate(id, { onSettled: ask.close })}
      >
        {said.deleteWhat}
      </Confirm>
    </Row>
  )
}

function Meta({ apiKey, owner }: { apiKey: ApiKey; owner?: string }) {
  const { created_at, last_used_at, expires_at } = apiKey
  return (
    <>
      {owner && `${owner} · `}
      {said.made} <Time at={created_at} as={shortDay} /> ·{' '}
      {last_used_at ? (
        <>
          {said.used} <Time at={last_used_at} as={shortDay} />
        </>
      ) : (
        said.neverUsed
      )}
      {expires_at && (
        <>
          {' '}
          · {said.expires} <Time at={expires_at} as={shortDay} />
        </>
      )}
    </>
  )
}

function Marks({ apiKey: { scopes, super_admin, active } }: { apiKey: ApiKey }) {
  return (
    <>
      {!active && <Mark tone="quiet">{said.off}</Mark>}
      {super_admin && <Mark tone="warn">{said.superAdmin}</Mark>}
      {(scopes ?? [said.all]).map((scope) => (
        <Mark key={scope}>{scope}</Mark>
      ))}
    </>
  )
}
