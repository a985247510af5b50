/** A part of the page with its heading. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './recap.module.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Title order={2} className={classes.partTitle}>
        {title}
      </Title>
      {children}
    </section>
  )
}
