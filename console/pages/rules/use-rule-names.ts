/** Names of what rules name by id. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { feedsQuery } from '../../api/calendar.ts'
import { channelsQuery } from '../../api/channels.ts'
import { noteTemplatesQuery } from '../../api/note-templates.ts'
import { peopleQuery } from '../../api/people.ts'
import { sessionQuery } from '../../api/queries.ts'
import { recordersQuery } from '../../api/recorders.ts'
import { seriesQuery } from '../../api/rules.ts'
import { languageName } from '../../ui/language-field.tsx'
import type { Names } from './rule-sentence.ts'

const finder = <Row extends { id: string }>(rows: Row[] | undefined, nameOf: (row: Row) => string) => {
  const names = new Map(rows?.map((row) => [row.id, nameOf(row)]))
  return (id: string) => (rows ? names.get(id) : '…')
}

/** What a plan of one meeting names. */
export function usePlanNames(): Pick<Names, 'channel' | 'template'> {
  const { data: channels } = useQuery(channelsQuery('all'))
  const { data: templates } = useQuery(noteTemplatesQuery)
  return { channel: finder(channels, ({ title }) => title), template: finder(templates?.templates, ({ name }) => name) }
}

export function useRuleNames(): Names {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: series } = useQuery(seriesQuery)
  const { data: feeds } = useQuery(feedsQuery)
  const { data: people } = useQuery(peopleQuery)
  const { data: recorders } = useQuery({ ...recordersQuery, enabled: session.super_admin })
  return {
    ...usePlanNames(),
    series: finder(series, ({ title }) => title),
    feed: finder(feeds, ({ account, host }) => account ?? host),
    person: finder(people, ({ full_name }) => full_name),
    recorder: finder(
      session.super_admin ? recorders : [],
      ({ kind }) => serviceNames[kind as keyof typeof serviceNames],
    ),
    language: languageName,
  }
}

/** Of recorders that send bots. */
export const serviceNames = { vexa: 'Vexa', attendee: 'Attendee' }
