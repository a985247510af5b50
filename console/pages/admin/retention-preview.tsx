/** What a shorter retention will delete, and how much that is today. */
import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { oldQuery, type RetentionDays } from '../../api/workspace.ts'
import { bytes, count } from '../../ui/format.ts'
import { adminWords } from '../../words/admin/words.ts'

const { retentionDays: said } = adminWords
type Name = keyof RetentionDays

/** @param days  the settings that are reduced */
export function RetentionPreview({ days }: { days: Partial<Record<Name, number>> }) {
  const { data: older, error } = useQuery(oldQuery(days))
  const amounts = older && {
    transcripts: said.amounts.transcripts(older.transcripts),
    media: said.amounts.media(older.media, bytes(older.media_bytes)),
    everything: said.amounts.everything(older.notes + older.events, older.action_items),
  }
  const amountOf = (name: Name) => amounts?.[name] ?? (error ? said.notCounted : said.counting)
  return (
    <>
      <Text>{said.goes}</Text>
      <List my="sm" spacing="xs" aria-busy={!older && !error}>
        {(Object.entries(days) as [Name, number][]).map(([name, number]) => (
          <List.Item key={name}>
            {said.goesWhat[name](count(number))}
            <Text fw={600} size="sm">
              {amountOf(name)}
            </Text>
          </List.Item>
        ))}
      </List>
      <Text>{said.stays}</Text>
    </>
  )
}
