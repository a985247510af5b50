/** On a phone the search field is on the page, because the header has no room for it. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useSearchField } from '../../ui/use-search-field.ts'
import { words } from '../../words/words.ts'

export function PhoneField() {
  const { typed, write, submit, onKeyDown } = useSearchField()
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextInput
        type="search"
        size="md"
        mb="sm"
        hiddenFrom="sm"
        aria-label={words.search.label}
        placeholder={words.search.label}
        maxLength={500}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        value={typed}
        data-search-field
        // Who opens the search without words wants to type them.
        autoFocus={typed === ''}
        onKeyDown={onKeyDown}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </form>
  )
}
