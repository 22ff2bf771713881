CREATE TABLE `job_file_chunks` (
	`file` text NOT NULL,
	`start` integer NOT NULL,
	`bytes` blob NOT NULL,
	CONSTRAINT `job_file_chunks_pk` PRIMARY KEY(`file`, `start`)
);
--> statement-breakpoint
CREATE TABLE `job_slots` (
	`name` text PRIMARY KEY,
	`job_id` text NOT NULL,
	`attempt` integer NOT NULL,
	CONSTRAINT `fk_job_slots_job_id_jobs_id_fk` FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `job_stores` (
	`job_id` text NOT NULL,
	`store_id` text NOT NULL,
	CONSTRAINT `job_stores_pk` PRIMARY KEY(`job_id`, `store_id`),
	CONSTRAINT `fk_job_stores_job_id_jobs_id_fk` FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`payload` text NOT NULL,
	`checkpoint` text,
	`progress` integer NOT NULL,
	`counts` text NOT NULL,
	`receipt` text,
	`sheet` text,
	`files` text NOT NULL,
	`files_removed_at` integer,
	`warning` text,
	`error_code` text,
	`error_message` text,
	`waiting_for` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`run_at` integer NOT NULL,
	`is_direct` integer NOT NULL,
	`attempts` integer NOT NULL,
	`failures` integer NOT NULL,
	`crashes` integer NOT NULL,
	`needs_clearing` integer NOT NULL,
	`worker` text,
	`lease_until` integer
);
--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`columns` text NOT NULL,
	`creator_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `job_slots_job` ON `job_slots` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_stores_store` ON `job_stores` (`store_id`);--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`status`,`created_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `jobs_created` ON `jobs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_creator` ON `jobs` (`created_by`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name_unique` ON `templates` (`type`,`name`);