import { Title } from '@mantine/core'
import { PageTitle } from '#client/ui/page-title.tsx'
import { messages } from '#shared/messages.ts'
import { JobFilters } from './filters.tsx'
import classes from './jobs-screen.module.css'
import { JobColumnsMenu } from './job-columns-menu.tsx'
import { Jobs } from './jobs.tsx'

export function JobsScreen() {
  return (
    <>
      <PageTitle title="Jobs" subtitle="Exports from your stores, newest first" />
      <div className={classes.card}>
        <div className={classes.bar}>
          <JobFilters />
          <JobColumnsMenu />
        </div>
        <Jobs />
      </div>
      <section className={classes.scheduled} aria-labelledby="scheduled-exports">
        <Title order={2} id="scheduled-exports">
          Scheduled exports
        </Title>
        <p>{messages.jobs.comingSoon}</p>
      </section>
    </>
  )
}
