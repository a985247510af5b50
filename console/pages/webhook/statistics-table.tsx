/** The numbers of the charts, without empty periods. */
import { Table, Text } from '@mantine/core'
import type { Bucket } from '../../api/deliveries.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

const { statistics: said } = words

/** @param as  prints the start of a period */
export function StatisticsTable({ buckets, as }: { buckets: Bucket[]; as: (iso: string) => string }) {
  const used = buckets.filter(
    ({ delivered, failed, skipped, pending, p50_ms }) => delivered + failed + skipped + pending > 0 || p50_ms,
  )
  if (used.length === 0) return <Text mt="md">{said.none}</Text>
  const names = [said.start, said.delivered, said.failed, said.skipped, said.pending, said.p50, said.p99]
  return (
    <Table mt="md" fz="sm" tabularNums horizontalSpacing={6}>
      <Table.Caption>{said.caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {names.map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {used.toReversed().map(({ start, delivered, failed, skipped, pending, p50_ms, p99_ms }) => (
          <Table.Tr key={start}>
            <Table.Th scope="row" fw={550}>
              <Time at={start} as={as} />
            </Table.Th>
            <Table.Td>{delivered}</Table.Td>
            <Table.Td>{failed}</Table.Td>
            <Table.Td>{skipped}</Table.Td>
            <Table.Td>{pending}</Table.Td>
            <Table.Td>{p50_ms ?? '–'}</Table.Td>
            <Table.Td>{p99_ms ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
