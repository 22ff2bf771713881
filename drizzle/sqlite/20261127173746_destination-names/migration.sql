CREATE TABLE `destination_names` (
	`destination_id` text NOT NULL,
	`name` text NOT NULL,
	`job_id` text NOT NULL,
	CONSTRAINT `destination_names_pk` PRIMARY KEY(`destination_id`, `name`),
	CONSTRAINT `fk_destination_names_destination_id_destinations_id_fk` FOREIGN KEY (`destination_id`) REFERENCES `destinations`(`id`) ON DELETE CASCADE,
	CONSTRAINT `fk_destination_names_job_id_jobs_id_fk` FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX `destination_names_job` ON `destination_names` (`job_id`);