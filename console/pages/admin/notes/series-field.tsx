/** Series to choose, by the title of one of their meetings: a series has no name of its own. */
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { notesQuery } from '../../../api/meetings.ts'
import { seriesTitleQuery } from '../../../api/note-templates.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { most } from './limits.ts'

const { aiNotes: said } = adminWords

type Props = { value: string[]; error?: string | undefined; onChange: (ids: string[]) => void }

export function SeriesField({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [title] = useDebouncedValue(typed.trim(), 250)
  const { data } = useInfiniteQuery(notesQuery(title ? { title } : {}))
  const names = useTitles(value)
  for (const { series_id, title } of data?.pages.flatMap(({ data }) => data) ?? []) {
    if (series_id !== null && !names.has(series_id)) names.set(series_id, title)
  }
  return (
    <MultiSelect
      label={said.series}
      description={said.seriesHint}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      maxValues={most.series}
      hidePickedOptions
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={said.noSeries}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  )
}

/** The title of one meeting of each series; the id while it is loading, and if no meeting is left. */
function useTitles(ids: string[]): Map<string, string> {
  const titles = useQueries({ queries: ids.map(seriesTitleQuery) })
  return new Map(ids.map((id, index) => [id, titles[index]?.data ?? id]))
}
