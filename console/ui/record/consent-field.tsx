/** What people are told before a recording, to be read out or copied into the chat of a call; who was told is kept. */
import { Checkbox, Group, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noteQuery } from '../../api/queries.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { words } from '../../words/words.ts'
import { Copy } from '../secret.tsx'
import { useNameOfAddress } from '../use-name-of-address.ts'
import classes from './record.module.css'

const { record: said } = words

export type Consent = { text: string; told: string[] }

type Props = { noteId: string | undefined; consent: Consent | null; onChange: (consent: Consent | null) => void }

export function ConsentField({ noteId, consent, onChange }: Props) {
  const { data: workspace } = useQuery(workspaceQuery)
  const { data: note } = useQuery({ ...noteQuery(noteId ?? ''), enabled: noteId !== undefined })
  const nameOf = useNameOfAddress()
  const text = workspace?.workspace.consent_text ?? said.consentText
  const invited = (note?.event_attendees ?? []).map(nameOf).filter(Boolean)
  return (
    <Stack gap="sm">
      <Group className={classes.consent} wrap="nowrap" align="flex-start" gap="md">
        <div style={{ flex: 1 }}>
          <Text size="sm" c="dimmed" mb={4}>
            {said.tell}
          </Text>
          <Text dir="auto">{text}</Text>
        </div>
        <Copy text={text} />
      </Group>
      <Checkbox
        label={said.told}
        description={said.toldHint}
        checked={consent !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { text, told: invited } : null)}
      />
      {consent && (
        <TagsInput
          label={said.whoWasTold}
          placeholder={consent.told.length === 0 ? said.whoHint : ''}
          maxTags={500}
          clearable
          clearButtonProps={{ 'aria-label': words.filters.clear }}
          value={consent.told}
          onChange={(told) => onChange({ ...consent, told: told.map((each) => each.slice(0, 320)) })}
        />
      )}
    </Stack>
  )
}
