import { Title } from '@mantine/core'
import { messages } from '#shared/messages.ts'
import { JobFilters } from './filters.tsx'
import classes from './jobs-screen.module.css'
import { JobColumnsMenu } from './job-columns-menu.tsx'
import { Jobs } from './jobs.tsx'

export function JobsScreen() {
  return (
    <>
      <div className={classes.card}>
        <div className={classes.bar}>
          <JobFilters />
          <JobColumnsMenu />
        </div>
        <Jobs />
      </div>
      <section className={classes.imports} aria-labelledby="imports">
        <Title order={2} id="imports">
          Imports
        </Title>
        <p>{messages.jobs.comingSoon}</p>
      </section>
    </>
  )
}
