/** A list of people, line by line, errors first. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark, type Tone } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { adminWords } from '../../words/admin/words.ts'

const { people: said } = adminWords

export type PreviewRow = {
  line: number
  email: string
  full_name: string
  /** What will happen, or what is wrong. */
  mark: { tone: Tone; text: string } | null
  isBad: boolean
  admin?: boolean
  /** More about it. */
  detail?: ReactNode
}

/** A long list is cut, but all its errors are shown. */
const maxShown = 50

export function ListPreview({ summary, rows }: { summary: string; rows: PreviewRow[] }) {
  const bad = rows.filter(({ isBad }) => isBad)
  const shown = [...bad, ...rows.filter(({ isBad }) => !isBad)].slice(0, Math.max(maxShown, bad.length))
  return (
    <div>
      <Text size="sm" fw={600} mb="xs" role="status">
        {summary}
      </Text>
      <Rows label={said.preview}>
        {shown.map(({ line, email, full_name, mark, admin, detail }) => (
          <Row
            key={line}
            title={full_name || email || '–'}
            meta={
              <>
                {`${said.line(line)} · ${email || '–'}`}
                {detail && <div>{detail}</div>}
              </>
            }
          >
            {admin && <Mark tone="warn">{said.admin}</Mark>}
            {mark && <Mark tone={mark.tone}>{mark.text}</Mark>}
          </Row>
        ))}
      </Rows>
      {shown.length < rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {said.andMore(rows.length - shown.length)}
        </Text>
      )}
    </div>
  )
}
