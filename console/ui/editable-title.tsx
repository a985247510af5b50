/** The heading of a page, which can be renamed in place with the right to do so. */
import { ActionIcon, Button, Group, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { words } from '../words/words.ts'
import classes from './layout.module.css'
import { refusalOf } from './refusal.ts'
import { useReturnFocus } from './return-focus.ts'

type Props = {
  title: string
  mayEdit: boolean
  /** If it fails, the written title stays, with the reason. */
  onRename: (title: string) => unknown
}

const { note: said } = words

export function EditableTitle({ title, mayEdit, onRename }: Props) {
  const [isWritten, setWritten] = useState(false)
  if (!isWritten) {
    return (
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Title order={1} className={classes.title} dir="auto">
          {title}
        </Title>
        {mayEdit && (
          <Tooltip label={said.rename}>
            <ActionIcon variant="subtle" color="gray" mt={4} aria-label={said.rename} onClick={() => setWritten(true)}>
              <IconPencil size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    )
  }
  return <TitleForm title={title} onRename={onRename} onDone={() => setWritten(false)} />
}

type FormProps = Pick<Props, 'title' | 'onRename'> & { onDone: () => void }

function TitleForm({ title, onRename, onDone }: FormProps) {
  const [written, setWritten] = useState(title)
  const [failure, setFailure] = useState<string | null>(null)
  useReturnFocus()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = written.trim()
    const isNew = wanted !== '' && wanted !== title
    try {
      if (isNew) await onRename(wanted)
      onDone()
    } catch (error) {
      setFailure(refusalOf(error))
    }
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onDone()}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          flex="1 1 240px"
          label={said.name}
          maxLength={255}
          error={failure}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          autoFocus
        />
        <Button type="submit">{said.save}</Button>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  )
}
