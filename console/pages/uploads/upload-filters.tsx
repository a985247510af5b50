/** All filters that the API has for uploads. */
import { Select } from '@mantine/core'
import type { UploadFilters, UploadStatus } from '../../api/uploads.ts'
import { ListFilterBar } from '../../ui/list-filters.tsx'
import { words } from '../../words/words.ts'

const { uploads: said, filters: filterWords } = words

type Props = { filters: UploadFilters; onChange: (filters: UploadFilters) => void }

export function UploadFilterBar({ filters, onChange }: Props) {
  const { status } = filters
  const set = (change: UploadFilters) => onChange({ ...filters, ...change })
  const fields = (
    <Select
      size="sm"
      label={said.state}
      placeholder={filterWords.any}
      clearable
      clearButtonProps={{ 'aria-label': filterWords.clear }}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data={Object.entries(said.status).map(([value, label]) => ({ value, label }))}
      value={status ?? null}
      onChange={(value) => set({ status: (value as UploadStatus) ?? undefined })}
    />
  )
  const chips = status ? [{ label: said.status[status], onRemove: () => set({ status: undefined }) }] : []
  return <ListFilterBar filters={filters} label={words.meetings.search} onChange={onChange} more={{ fields, chips }} />
}
