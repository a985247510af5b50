/** The person's own API keys. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { keysQuery } from '../../api/keys.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { KeyRow } from '../../ui/key-row.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { NewKey } from './new-key.tsx'

const { keysList: said } = words

export function OwnKeys() {
  const keys = useQuery(usePrefetched(keysQuery))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [isMaking, making] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm" maw={520}>
          {said.about}
        </Text>
        <Button onClick={making.open} style={{ flex: 'none' }}>
          {said.new}
        </Button>
      </Group>
      <Loaded of={keys}>
        {(all) => {
          const own = all.filter(({ user_id }) => user_id === session.user.id)
          return own.length === 0 ? (
            <Empty title={said.none}>{said.noneWhy}</Empty>
          ) : (
            <Rows label={said.title}>
              {own.map((each) => (
                <KeyRow key={each.id} apiKey={each} />
              ))}
            </Rows>
          )
        }}
      </Loaded>
      <NewKey isOpen={isMaking} onClose={making.close} mayBeSuperAdmin={session.super_admin} />
    </>
  )
}
