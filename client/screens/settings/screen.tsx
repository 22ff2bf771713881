import { PageTitle } from '#client/ui/page-title.tsx'
import { ProfileTab } from './profile-tab.tsx'
import classes from './settings.module.css'

export function SettingsScreen() {
  return (
    <>
      <PageTitle title="Settings" subtitle="Manage your profile and CMS settings" />
      <div className={classes.column}>
        <ProfileTab />
      </div>
    </>
  )
}
