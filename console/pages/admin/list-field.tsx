/** A list of people, pasted or from a file. */
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { adminWords } from '../../words/admin/words.ts'

const { people: said } = adminWords

type Props = { description: string; example: string; value: string; onChange: (text: string) => void }

export function ListField({ description, example, value, onChange }: Props) {
  const [error, setError] = useState<string | null>(null)
  const read = async (file: File | null) => {
    if (!file) return
    const text = await readUtf8(file)
    setError(text === null ? said.notUtf8(file.name) : null)
    if (text !== null) onChange(text)
  }
  return (
    <>
      <Textarea
        label={said.list}
        description={description}
        placeholder={example}
        error={error}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <Group>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void read(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {said.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
    </>
  )
}

/** Null for other encodings, which would give wrong letters in names unnoticed. */
async function readUtf8(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
