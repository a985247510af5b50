/** A list of rows by day, with today marked. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { byDay, daysBetween } from './by-day.ts'
import classes from './days.module.css'
import { dayLabel } from './format.ts'
import { Time } from './time.tsx'

type Props<Row> = {
  rows: Row[]
  timeOf: (row: Row) => string
  /** Of the headings of days, below the heading of the list. */
  order?: 2 | 3 | 4
  /** Makes one `li`. */
  children: (row: Row) => ReactNode
}

export function Days<Row>({ rows, timeOf, order = 3, children }: Props<Row>) {
  return (
    <div className={classes.days}>
      {byDay(rows, timeOf).map(({ at, rows: ofDay }) => (
        <section key={at} className={classes.day} data-today={daysBetween(new Date(), new Date(at)) === 0 || undefined}>
          <Title order={order} className={classes.date}>
            <Time at={at} as={dayLabel} />
          </Title>
          <ul className={classes.list}>{ofDay.map(children)}</ul>
        </section>
      ))}
    </div>
  )
}
