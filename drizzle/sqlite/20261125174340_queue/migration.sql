CREATE TABLE `job_groups` (
	`created_by` text NOT NULL,
	`store_set` text NOT NULL,
	`is_of_several` integer NOT NULL,
	`job_id` text,
	`since` integer,
	CONSTRAINT `job_groups_pk` PRIMARY KEY(`created_by`, `store_set`)
);
--> statement-breakpoint
CREATE TABLE `job_watch` (
	`name` text PRIMARY KEY,
	`worker` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `store_set` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX IF EXISTS `jobs_ready`;--> statement-breakpoint
CREATE INDEX `job_groups_oldest` ON `job_groups` (`since`,`job_id`);--> statement-breakpoint
CREATE INDEX `job_groups_several` ON `job_groups` (`is_of_several`,`since`,`job_id`);--> statement-breakpoint
CREATE INDEX `jobs_group` ON `jobs` (`status`,`created_by`,`store_set`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`status`,`run_at`);--> statement-breakpoint
UPDATE `jobs` SET `store_set` = coalesce((SELECT group_concat(`store_id`, ',' ORDER BY `store_id`) FROM `job_stores` WHERE `job_id` = `jobs`.`id`), '');--> statement-breakpoint
INSERT INTO `job_groups` (`created_by`, `store_set`, `is_of_several`, `job_id`, `since`)
SELECT `created_by`, `store_set`, `store_set` LIKE '%,%', `id`, `created_at` FROM (
	SELECT *, row_number() OVER (PARTITION BY `created_by`, `store_set` ORDER BY `created_at`, `id`) AS `place` FROM `jobs` WHERE `status` = 'waiting'
) WHERE `place` = 1;
