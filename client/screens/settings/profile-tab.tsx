import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { useAccess } from '#client/session/viewer.ts'
import { settingsQuery } from '#client/shell/settings.ts'
import { ProductMark } from '#client/ui/product-mark.tsx'
import { PersonAvatar } from '#client/ui/person-avatar.tsx'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { ProfileDetails } from './details.tsx'
import { ImageSetting } from './image-setting.tsx'
import { Preferences } from './preferences.tsx'
import classes from './settings.module.css'

type PreviewProps = { image: string | null }
const nobody = { full_name: null, email: '', avatar_url: null }

function AvatarPreview({ image }: PreviewProps) {
  const { full_name: name, email } = useAccess().profile?.user ?? nobody
  return <PersonAvatar name={name} email={email} src={image} size={72} />
}

function LogoPreview({ image }: PreviewProps) {
  return <span className={classes.logo}>{image === null ? <ProductMark /> : <img src={image} alt="The logo as it is now" />}</span>
}

function ProfilePicture() {
  const { profile } = useAccess()
  const update = api.profile.update.useMutation({ onSuccess: () => window.dispatchEvent(new Event('profileUpdated')) })
  return (
    <ImageSetting
      title="Profile Picture"
      note="Shown beside your name, to you and to your team."
      removeLabel="Remove picture"
      image={profile?.user.avatar_url ?? null}
      Preview={AvatarPreview}
      save={(image) => update.mutateAsync({ avatar_url: image })}
      failed={messages.settings.avatarFailed}
    />
  )
}

function CompanyLogo() {
  const { data } = useQuery(settingsQuery)
  const update = api.settings.update.useMutation({ onSuccess: () => window.dispatchEvent(new Event('logoUpdated')) })
  return (
    <ImageSetting
      title="CMS Logo"
      badge={<Badge color="grape">Owner Only</Badge>}
      note="The logo appears in the sidebar header, for everybody."
      removeLabel="Remove logo"
      image={data?.settings.logo_url ?? null}
      Preview={LogoPreview}
      save={(image) => update.mutateAsync({ logo_url: image })}
      failed={messages.settings.logoFailed}
    />
  )
}

/** The person's profile and preferences, and for owners the company's logo. */
export function ProfileTab() {
  const { profile, viewer } = useAccess()
  return (
    <>
      {profile && <ProfileDetails key={profile.user.id} user={profile.user} />}
      <ProfilePicture />
      {can(viewer, 'settings.update') && <CompanyLogo />}
      <Preferences />
    </>
  )
}
