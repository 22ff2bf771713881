CREATE TABLE `schedule_items` (
	`schedule_id` text NOT NULL,
	`store_id` text NOT NULL,
	`job_id` text NOT NULL,
	`item_id` text NOT NULL,
	`digest` text NOT NULL,
	`named` text,
	`is_deleted` integer NOT NULL,
	CONSTRAINT `schedule_items_pk` PRIMARY KEY(`schedule_id`, `store_id`, `job_id`, `item_id`),
	CONSTRAINT `fk_schedule_items_schedule_id_schedules_id_fk` FOREIGN KEY (`schedule_id`) REFERENCES `schedules`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `schedule_memories` (
	`schedule_id` text NOT NULL,
	`job_id` text NOT NULL,
	`request` text NOT NULL,
	`read_from` integer NOT NULL,
	`since` integer,
	`include_deleted` integer NOT NULL,
	CONSTRAINT `schedule_memories_pk` PRIMARY KEY(`schedule_id`, `job_id`),
	CONSTRAINT `fk_schedule_memories_schedule_id_schedules_id_fk` FOREIGN KEY (`schedule_id`) REFERENCES `schedules`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `changes` text;