/** A section of the first page, with a link to the full list. */
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import rows from '../../ui/rows.module.css'
import classes from './home.module.css'

type Props = { title: string; all?: { to: '/notes' | '/items' | '/uploads'; label: string }; children: ReactNode }

export function Part({ title, all, children }: Props) {
  return (
    <section>
      <div className={classes.head}>
        <Title order={2} className={rows.heading}>
          {title}
        </Title>
        {all && (
          <Link to={all.to} search={{}} className={classes.all}>
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
