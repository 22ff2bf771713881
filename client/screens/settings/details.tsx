import { Button, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { api } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { messages } from '#shared/messages.ts'
import { ProfileUpdateRequest, type User } from '#shared/profile.ts'
import classes from './settings.module.css'

type Draft = { full_name: string; department: string }

/** The person's name and department, which the team sees. */
export function ProfileDetails({ user }: { user: User }) {
  const update = api.profile.update.useMutation({
    onSuccess: () => {
      form.resetDirty()
      window.dispatchEvent(new Event('profileUpdated'))
    },
    onError: (error) => form.setErrors(fieldErrors(error, ['full_name', 'department']) ?? {}),
  })
  const form = useForm<Draft>({
    mode: 'uncontrolled',
    initialValues: { full_name: user.full_name ?? '', department: user.department ?? '' },
    validate: schemaResolver(ProfileUpdateRequest, { sync: true }),
  })
  /** What was not changed here is left out: it may have been changed elsewhere since the form opened. */
  const save = ({ full_name, department }: Draft) =>
    update.mutate({ ...(form.isDirty('full_name') && { full_name }), ...(form.isDirty('department') && { department }) })
  const isElsewhere = update.error && fieldErrors(update.error, ['full_name', 'department']) === null
  return (
    <section className={classes.panel} aria-labelledby="details">
      <Title order={2} id="details">
        Your details
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {user.email}
      </Text>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <TextInput label="Full name" autoComplete="name" key={form.key('full_name')} {...form.getInputProps('full_name')} />
        <TextInput
          label="Department"
          mt="sm"
          autoComplete="organization-title"
          key={form.key('department')}
          {...form.getInputProps('department')}
        />
        <div className={classes.foot}>
          <Button type="submit" size="xs" loading={update.isPending}>
            Save details
          </Button>
          <div role="status" className={classes.busy}>
            {update.isSuccess && messages.settings.detailsSaved}
          </div>
        </div>
      </form>
      {isElsewhere && <Banner kind="error">{say(update.error, messages.settings.detailsFailed)}</Banner>}
    </section>
  )
}
