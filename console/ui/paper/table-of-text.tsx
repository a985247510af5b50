/** A table of notes, on a page and on paper. */
import { Table } from '@mantine/core'
import { InlineText } from '../inline-text.tsx'

/** @param rows  the first one is the head */
export function TableOfText({ rows: [head = [], ...rows], marked = '' }: { rows: string[][]; marked?: string }) {
  const cells = (row: string[], Cell: typeof Table.Td | typeof Table.Th) =>
    row.map((text, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two cells may say the same
      <Cell key={column} dir="auto">
        <InlineText text={text} marked={marked} />
      </Cell>
    ))
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>{cells(head, Table.Th)}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
            <Table.Tr key={index}>{cells(row, Table.Td)}</Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
