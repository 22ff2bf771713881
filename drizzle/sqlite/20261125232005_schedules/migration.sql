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
ALTER TABLE `jobs` ADD `schedule_id` text;--> statement-breakpoint
CREATE INDEX `jobs_schedule` ON `jobs` (`schedule_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_runs_due` ON `schedule_runs` (`schedule_id`,`due`);--> statement-breakpoint
CREATE INDEX `schedule_runs_started` ON `schedule_runs` (`schedule_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `schedule_runs_age` ON `schedule_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `schedules_look` ON `schedules` (`look_at`);--> statement-breakpoint
CREATE INDEX `schedules_owner` ON `schedules` (`owner_id`);