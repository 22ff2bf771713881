CREATE TABLE `schedule_runs` (
	`id` text PRIMARY KEY,
	`schedule_id` text NOT NULL,
	`due` integer,
	`started_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`missed` integer NOT NULL,
	`job_id` text,
	CONSTRAINT `fk_schedule_runs_schedule_id_schedules_id_fk` FOREIGN KEY (`schedule_id`) REFERENCES `schedules`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`request` text NOT NULL,
	`store_ids` text NOT NULL,
	`calendar` text NOT NULL,
	`timezone` text NOT NULL,
	`delivers` text NOT NULL,
	`include_deleted` integer NOT NULL,
	`dates` text,
	`format` text NOT NULL,
	`destination_id` text,
	`sheet` text,
	`file_name` text,
	`include_receipt` integer NOT NULL,
	`missed` text NOT NULL,
	`overlap` text NOT NULL,
	`owner_id` text NOT NULL,
	`state` text NOT NULL,
	`paused_reason` text,
	`next_due` integer,
	`look_at` integer,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `job_groups` ADD `is_scheduled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `schedule_id` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `is_scheduled` integer DEFAULT false NOT NULL;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_job_groups` (
	`created_by` text NOT NULL,
	`store_set` text NOT NULL,
	`is_scheduled` integer DEFAULT false NOT NULL,
	`is_of_several` integer NOT NULL,
	`job_id` text,
	`since` integer,
	CONSTRAINT `job_groups_pk` PRIMARY KEY(`created_by`, `store_set`, `is_scheduled`)
);
--> statement-breakpoint
INSERT INTO `__new_job_groups`(`created_by`, `store_set`, `is_of_several`, `job_id`, `since`) SELECT `created_by`, `store_set`, `is_of_several`, `job_id`, `since` FROM `job_groups`;--> statement-breakpoint
DROP TABLE `job_groups`;--> statement-breakpoint
ALTER TABLE `__new_job_groups` RENAME TO `job_groups`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `job_groups_oldest` ON `job_groups` (`is_scheduled`,`since`,`job_id`);--> statement-breakpoint
CREATE INDEX `job_groups_several` ON `job_groups` (`is_of_several`,`is_scheduled`,`since`,`job_id`);--> statement-breakpoint
DROP INDEX IF EXISTS `jobs_group`;--> statement-breakpoint
CREATE INDEX `jobs_group` ON `jobs` (`status`,`created_by`,`store_set`,`is_scheduled`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_schedule` ON `jobs` (`schedule_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_runs_due` ON `schedule_runs` (`schedule_id`,`due`);--> statement-breakpoint
CREATE INDEX `schedule_runs_started` ON `schedule_runs` (`schedule_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `schedule_runs_age` ON `schedule_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `schedules_look` ON `schedules` (`look_at`);--> statement-breakpoint
CREATE INDEX `schedules_owner` ON `schedules` (`owner_id`);