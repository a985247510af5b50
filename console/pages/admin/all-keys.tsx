/** Everybody's API keys: an administrator switches them off and deletes them. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../api/keys.ts'
import { peopleQuery } from '../../api/people.ts'
import { KeyRow } from '../../ui/key-row.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'

const { allKeys: said } = adminWords

export function AllKeys() {
  const keys = useQuery(keysQuery)
  const { data: people = [] } = useQuery(peopleQuery)
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {said.about}
      </Text>
      <Loaded of={keys}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={said.none} />
          ) : (
            <Rows label={said.title}>
              {all.map((each) => (
                <KeyRow key={each.id} apiKey={each} owner={names.get(each.user_id) ?? each.user_id} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </>
  )
}
