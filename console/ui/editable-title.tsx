/** The heading of a page, which can be renamed in place with the right to do so. */
import { ActionIcon, Button, Group, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { words } from '../words/words.ts'
import classes from './layout.module.css'
import { refusalOf } from './refusal.ts'

type Props = {
  title: string
  mayEdit: boolean
  /** If it fails, the written title stays, with the reason. */
  onRename: (title: string) => unknown
}

const { note: said } = words

export function EditableTitle({ title, mayEdit, onRename }: Props) {
  const [written, setWritten] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (written === null) {
    return (
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {mayEdit && (
          <Tooltip label={said.rename}>
            <ActionIcon variant="subtle" color="gray" mt={4} aria-label={said.rename} onClick={() => setWritten(title)}>
              <IconPencil size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    )
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = written.trim()
    const isNew = wanted !== '' && wanted !== title
    try {
      if (isNew) await onRename(wanted)
      setWritten(null)
      setFailure(null)
    } catch (error) {
      setFailure(refusalOf(error))
    }
  }
  const cancel = () => {
    setWritten(null)
    setFailure(null)
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Group gap="xs" align="flex-end">
        <TextInput
          flex="1 1 240px"
          label={said.name}
          maxLength={255}
          error={failure}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && cancel()}
          autoFocus
        />
        <Button type="submit">{said.save}</Button>
        <Button variant="default" onClick={cancel}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  )
}
