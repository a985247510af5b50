/** The optional details of every upload: meeting, channel, note template, language. */
import { Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notesQuery } from '../../api/meetings.ts'
import { noteTemplatesQuery } from '../../api/note-templates.ts'
import type { Details } from '../../api/uploads.ts'
import { timeOf } from '../../ui/by-time.ts'
import { ChannelField } from '../../ui/filters.tsx'
import { shortDay } from '../../ui/format.ts'
import { LanguageField } from '../../ui/language-field.tsx'
import { words } from '../../words/words.ts'

const { uploads: said } = words

type Props = { details: Details; onChange: (details: Details) => void }

export function DetailFields({ details, onChange }: Props) {
  const set = (change: Details) => onChange({ ...details, ...change })
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
      <MeetingField value={details.event_guid} onChange={(event_guid) => set({ event_guid })} />
      <ChannelField
        label={said.channel}
        placeholder={said.noChannel}
        value={details.channel_id}
        onChange={(channel_id) => set({ channel_id })}
      />
      <TemplateField value={details.template_id} onChange={(template_id) => set({ template_id })} />
      <LanguageField value={details.language_code} onChange={(language_code) => set({ language_code })} />
    </Group>
  )
}

/** Shown only if the workspace has templates. */
function TemplateField({ value, onChange }: { value: string | undefined; onChange: (id?: string) => void }) {
  const { data } = useQuery(noteTemplatesQuery)
  if (!data || data.templates.length === 0) return null
  return (
    <Select
      size="sm"
      label={said.template}
      placeholder={said.ownTemplate}
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      data={data.templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

/** Calendar meetings whose title contains the typed text. */
function MeetingField({ value, onChange }: { value: string | undefined; onChange: (guid?: string) => void }) {
  const [typed, setTyped] = useState('')
  const [title] = useDebouncedValue(typed, 250)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const { data } = useInfiniteQuery(notesQuery(title ? { title } : {}))
  const found = (data?.pages[0]?.data ?? []).flatMap(({ event_guid, title, ...note }) =>
    event_guid ? [{ value: event_guid, label: `${title} · ${shortDay(timeOf(note))}` }] : [],
  )
  const options = chosen && !found.some((option) => option.value === chosen.value) ? [chosen, ...found] : found
  const data_ = options.filter((option, index) => options.findIndex(({ value }) => value === option.value) === index)
  return (
    <Select
      size="sm"
      label={said.meeting}
      placeholder={said.ownMeeting}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={said.noMeeting}
      data={data_}
      value={value ?? null}
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChange={(guid) => {
        setChosen(data_.find((option) => option.value === guid) ?? null)
        onChange(guid ?? undefined)
      }}
    />
  )
}
