/** The language of all mails that one gets. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery, useChangeMe } from '../../api/me.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { words } from '../../words/words.ts'

const { recapMail: said } = words

/** Each in its own words. */
const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
] as const

export function MailLanguage() {
  const me = useQuery(usePrefetched(meQuery))
  const change = useChangeMe()
  if (!me.data) return null
  const language = (change.variables && 'language' in change.variables ? change.variables : me.data).language ?? 'en'
  return (
    <Select
      mt="lg"
      maw={420}
      label={said.language}
      allowDeselect={false}
      data={languages}
      value={language}
      disabled={change.isPending}
      onChange={(wanted) => {
        if (wanted !== null) change.mutate({ language: wanted }, { onError: change.reset })
      }}
    />
  )
}
